"""The books: balances from the transfers alone, compared entry by entry with what the events say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from tablelaw_verifier.money.transfers import (
    ACCOUNT_KINDS,
    APPROVED,
    CODE_OF_CHANGE,
    MAY_BE_NEGATIVE,
    MOST_CENTS,
    TRANSFER_CODES,
    Change,
    Expected,
    Move,
    check_unapproved,
    move_text,
)
from tablelaw_verifier.trust.differences import Different, Object, check


class Books:
    """Balances from the transfers alone. A balance is credits less debits; the owner cannot spend what is pending."""

    def __init__(self) -> None:
        self.balance: Counter[str] = Counter()
        self.held: Counter[str] = Counter()
        self.open: dict[str, tuple[str, str, int]] = {}
        self.transfers = 0
        self.begin("", [])

    def begin(self, stem: str, changes: Sequence[Object]) -> None:
        self.stem, self.changes = stem, changes
        self.number = 0
        self.ids: set[str] = set()
        self.posted: Counter[str] = Counter()
        self.pending: Counter[str] = Counter()
        self.moves: Counter[Move] = Counter()

    def take(self, transfer: Object) -> None:
        """Posts one transfer, in the order of the log."""
        name, kind = transfer["id"], transfer.get("kind", "posted")
        debit, credit, cents = transfer["debit"], transfer["credit"], transfer["cents"]
        self._check_form(transfer, kind)
        self._check_id(transfer, kind)
        self.transfers += 1
        if kind == "posted":
            self._move(debit, credit, cents)
        elif kind == "pending":
            self.open[name] = (debit, credit, cents)
            self._hold(debit, cents)
        else:
            self._end(transfer, kind)
        self._check_available(name, debit)

    def _check_form(self, transfer: Object, kind: str) -> None:
        """Requires a known code, accounts that it may move between, a sum and a paragraph."""
        name, debit, credit = transfer["id"], transfer["debit"], transfer["credit"]
        code, cents = transfer["code"], transfer["cents"]
        for account in (debit, credit):
            if account.partition(":")[0] not in ACCOUNT_KINDS:
                raise Different(f"transfer {name}: account", ", ".join(ACCOUNT_KINDS), account)
        if not 0 < cents <= MOST_CENTS or debit == credit or not transfer["cite"]:
            raise Different(f"transfer {name}", "cents above 0 between two accounts, with a cite", transfer)
        if code not in TRANSFER_CODES:
            raise Different(f"transfer {name}: what it is for", ", ".join(TRANSFER_CODES), code, transfer["cite"])
        how, routes = TRANSFER_CODES[code]
        check(f"transfer {name}: how a transfer for {code} moves", how, kind, transfer["cite"])
        if (debit.partition(":")[0], credit.partition(":")[0]) not in routes:
            accepted = ", ".join(f"{giver} to {taker}" for giver, taker in sorted(routes))
            raise Different(f"transfer {name}: accounts of {code}", accepted, f"{debit} to {credit}", transfer["cite"])
        if kind in ("posted", "pending") and transfer.get("pending"):
            raise Different(f"transfer {name}: what it ends", "nothing", transfer["pending"], transfer["cite"])
        if code != "correction" and transfer.get("corrects"):
            raise Different(f"transfer {name}: what it corrects", "nothing", transfer["corrects"], transfer["cite"])
        if code not in APPROVED:
            check_unapproved(f"transfer {name}", transfer)

    def _check_id(self, transfer: Object, kind: str) -> None:
        """Requires the id to end with the transfer's position in the entry, with the wager's seat and name, or, for a
        meter, with the number of the change.
        """
        name = transfer["id"]
        if name in self.ids or not name.startswith(f"{self.stem}/"):
            raise Different("id of a transfer", f"a unique one that begins with {self.stem}/", name)
        self.ids.add(name)
        rest = name.removeprefix(f"{self.stem}/")
        if match := re.fullmatch(r"meter(\d+)/(\d+)", rest):
            self._check_of_meter(transfer, int(match[1]))
        else:
            if kind != "pending":
                check("id of a transfer", f"{self.stem}/{self.number}", name)
            own = name if kind == "pending" else ""
            ends = transfer.get("pending", "")
            accounts = transfer["debit"], transfer["credit"]
            self.moves[(transfer["code"], *accounts, transfer["cents"], transfer["cite"], own, ends)] += 1
        self.number += 1

    def _check_of_meter(self, transfer: Object, number: int) -> None:
        """Requires the transfer of a meter change to have the change's paragraph, reason and approvers, and only its
        accounts.
        """
        change = self.changes[number] if number < len(self.changes) else {"kind": "no change", "meter": ""}
        what, cite = f"transfer {transfer['id']}", transfer["cite"]
        check(f"{what}: what it is for", CODE_OF_CHANGE.get(change["kind"], "nothing"), transfer["code"], cite)
        for name, blank in (("cite", ""), ("reason", ""), ("approvers", [])):
            check(f"{what}: its {name}", change.get(name, blank), transfer.get(name, blank), cite)
        if change["kind"] in ("won", "restored", "paid"):
            check(f"{what}: cents", change.get("cents", 0), transfer["cents"], cite)
        accounts = {f"{kind}:{change['meter']}" for kind in ("meter", "reserve", "rounding")}
        accounts |= {"house", "cage", f"handpay:{change.get('table', '')}"}
        for account in (transfer["debit"], transfer["credit"]):
            if account not in accounts:
                raise Different(f"{what}: account", f"one of meter {change['meter']}", account, cite)

    def _end(self, transfer: Object, kind: str) -> None:
        name, pending = transfer["id"], transfer.get("pending", "")
        if pending not in self.open or kind not in ("post", "void"):
            raise Different(f"transfer {name}", "post or void of a pending transfer", f"{kind} of {pending!r}")
        debit, credit, cents = self.open.pop(pending)
        check(f"transfer {name}: accounts of {pending}", [debit, credit], [transfer["debit"], transfer["credit"]])
        self._hold(debit, -cents)
        if transfer["cents"] > cents or (kind == "void" and transfer["cents"] != cents):
            raise Different(f"transfer {name}: cents of {pending}", cents, transfer["cents"])
        if kind == "post":
            self._move(debit, credit, transfer["cents"])

    def _move(self, debit: str, credit: str, cents: int) -> None:
        for account, change in ((debit, -cents), (credit, cents)):
            self.balance[account] += change
            self.posted[account] += change

    def _hold(self, account: str, cents: int) -> None:
        self.held[account] += cents
        self.pending[account] += cents

    def _check_available(self, name: str, account: str) -> None:
        available = self.balance[account] - self.held[account]
        if available < 0 and account not in MAY_BE_NEGATIVE:
            raise Different(f"transfer {name}: what {account} has left", "0 or more", available)

    def compare(self, expected: Expected) -> None:
        """Requires the transfers of an entry to match its events, account by account and then one by one."""
        for what, wanted, found in (
            ("cents moved on", expected.posted, self.posted),
            ("cents set aside on", expected.pending, self.pending),
        ):
            for account in sorted({*wanted, *found}):
                if wanted[account] != found[account]:
                    raise self._located(what, account, wanted[account], found[account], expected)
        if expected.moves != self.moves:
            missing, surplus = expected.moves - self.moves, self.moves - expected.moves
            wanted_move, found_move = next(iter(missing), None), next(iter(surplus), None)
            cite = (wanted_move or found_move or ("",) * 7)[4]
            raise Different("a transfer", move_text(wanted_move), move_text(found_move), str(cite))

    def _located(self, what: str, account: str, wanted: int, found: int, expected: Expected) -> Different:
        causes = list(dict.fromkeys(expected.causes.get(account, [])))
        difference = Different(f"{what} {account}", wanted, found)
        if len(causes) == 1:
            seat, wager, cite = causes[0]
            return difference.placed(seat=seat, wager=wager, cite=cite)
        wagers = [wager for _, wager, _ in causes if wager]
        cites = ", ".join(dict.fromkeys(cite for _, _, cite in causes if cite))
        return difference.placed(wager=", ".join(dict.fromkeys(wagers)), cite=cites)


def meter_difference(missing: Counter[Change], surplus: Counter[Change]) -> Different:
    """The first meter change that is missing, and the one found instead."""
    wanted, found = next(iter(missing), None), next(iter(surplus), None)
    meter, kind, *_ = wanted or found or ("", "")
    seat, wager = (wanted or found or ("", ""))[-2:]
    names = ("units", "reserve", "cents", "paragraph")
    expected, there = (dict(zip(names, change[2:6], strict=True)) if change else "none" for change in (wanted, found))
    cite = str((wanted or found or ("",) * 6)[5])
    return Different(f"{kind!r} on meter {meter}", expected, there, cite, seat=int(seat or 0), wager=str(wager))
