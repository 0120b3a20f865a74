"""The server's own named refusals: each with its HTTP status, what is wrong, and what would be accepted."""

from __future__ import annotations

from tablelaw.errors import TablelawError

TOO_MANY = "too-many"
REFUSALS = {
    "not-signed-in": (401, "nobody is signed in here", "sign in first"),
    "wrong-name-or-password": (401, "the name or the password is wrong", "the name and password you were given"),
    "not-approved": (
        403,
        "the second person's name or password is wrong, or that person may not approve",
        "another floorperson or administrator, with their own password",
    ),
    "second-person": (
        409,
        "this needs the approval of a second person",
        "the name of another floorperson or administrator, not your own",
    ),
    "no-passwords": (
        409,
        "in the demo anyone enters without a password, so nobody is added or removed",
        "a real property, served without --demo",
    ),
    "player-signed-in": (
        409,
        "this player is signed in and plays from their own device",
        "the player's own order; or a floorperson records that the device is out of use",
    ),
    "no-such-player": (
        409,
        "no player here has this name",
        "the name of somebody who may sign in as a player, spelled as it was added",
    ),
    "wrong-device-token": (
        401,
        "no device has this token; it is mistyped, has expired or was withdrawn",
        "a header `Authorization: Bearer TOKEN` with a token that an administrator made",
    ),
    "other-table": (403, "this device is not for this table", "a table that its token names"),
    "device-exists": (409, "a device of this name has a token already", "another name, or withdraw that token first"),
    "no-such-device": (404, "no device of this name has a token", "the name of a device that is listed"),
    "not-in-the-log": (
        409,
        "the log does not reach that far",
        "the number of an entry of this log, 0 for its beginning, or no number for what happens from now on",
    ),
    "not-permitted": (403, "your role may not do this", "a role that may"),
    "wrong-origin": (403, "the request comes from another site", "the pages of this server"),
    "wrong-token": (403, "the request does not carry this session's token", "reload the page"),
    "wrong-host": (
        400,
        "the server is not reached under this name",
        "a name in the header Host that the server was started with (--host or --origin)",
    ),
    "wrong-method": (405, "this address does not take this method", "a method that the header Allow names"),
    "not-found": (404, "there is nothing at this address", "an address that the pages link to"),
    "too-large": (413, "the message is too large", "64 KiB at most"),
    "cookies-too-long": (431, "too many cookies were sent", "4,096 bytes of cookies at most"),
    "address-too-long": (414, "the address is too long", "2,048 bytes of path and 2,048 of query at most"),
    "unknown-field": (422, "the message has an unknown field", "the fields that the documentation names"),
    "not-readable": (422, "the message cannot be read", "JSON as documented"),
    "too-many": (429, "too many requests", "fewer requests, after a short pause"),
    "too-busy": (503, "too many requests are waiting", "try again in a moment"),
    "too-slow": (408, "the request did not arrive in time", "a request that is sent without pauses"),
    "only-in-the-demo": (404, "there is nothing at this address", "the demo property"),
    "no-key": (409, "the property's key is not on this server", "a head exported where the key is"),
    "no-head": (409, "no head has been signed over settled entries only", "sign a head first"),
    "not-settled": (
        409,
        "the log is shown only up to the first round under way",
        "entries before that round; the others when it is over",
    ),
    "name-taken": (409, "somebody already has this name", "another name"),
    "not-your-table": (409, "another dealer deals this table", "take the table over first, or wait until it is free"),
    "coach-off": (409, "this property does not offer the coach", "play without it"),
    "not-seated": (409, "you have no seat at this table", "take a seat first"),
    "no-more-time": (
        409,
        "the time of this round has been extended as often as it may be",
        "decide, or bet in the next round",
    ),
    "practice-full": (
        409,
        "all private tables are in use",
        "a table in the lobby, or a private one in a few minutes",
    ),
    "practice-in-play": (409, "a round is under way at your private table", "finish that round first"),
    "private-table": (
        409,
        "this is another player's private table",
        "a table in the lobby, or a private one of your own",
    ),
    "not-whole-chips": (409, "no chips of this table add up to this sum", "a sum in whole chips"),
    "no-such-alert": (409, "there is no such alert any more", "an alert that the floor's page lists"),
    "acknowledged-already": (
        409,
        "somebody has acknowledged this alert already",
        "an alert without an acknowledgement",
    ),
    "not-now": (409, "this cannot be done now", "try again later"),
    "failed": (500, "something went wrong here", "try again in a moment"),
    "no-database": (503, "the server cannot look this up now", "try again in a moment"),
    "stopped": (503, "the floor has stopped", "wait until it is started again"),
}


class ServerRefused(TablelawError):
    """A request that was not carried out; it reveals nothing about the state of any table."""

    def __init__(self, name: str, why: str = "", where: str = "", accepted: str = "", what: str = "") -> None:
        self.name = name
        self.status, known, usual = REFUSALS[name]
        super().__init__(what or known, where=where, why=why, accepted=accepted or usual)

    @property
    def code(self) -> str:
        return self.name
