"""Every name that is written into a log, and what it stands for, in one list.

A name outlives the class that uses it today. A class may be renamed or moved, but its name here, which its `tag`
repeats, stays, and so do its fields, because logs are kept for years. `tests/fixtures/names` holds the names and fields
of each log format, and a test compares them with this list. A new kind is added in both places, and none is ever
removed.

`COMMANDS`, `ORDERS`, `EVENTS` and `PROPERTY_EVENTS` are written with their name in the field "type". `PARTS` are
written without it, since their position identifies them.
"""

from __future__ import annotations

import msgspec

from tablelaw.cage import balances, ledger, transfers
from tablelaw.cage.meters import changes
from tablelaw.cage.meters import state as meter_state
from tablelaw.floor import events as property_events
from tablelaw.floor import orders, snapshots
from tablelaw.floor.handlers import taking_back_days
from tablelaw.floor.log import entry, export, log_proofs
from tablelaw.floor.store import api
from tablelaw.proofs import heads
from tablelaw.table import commands, events, state

Names = dict[str, tuple[type, str]]

COMMANDS: Names = {
    "ReceiveDecks": (commands.ReceiveDecks, "decks come to the table"),
    "InspectDecks": (commands.InspectDecks, "the dealer inspects them"),
    "VerifyInspection": (commands.VerifyInspection, "a floorperson verifies the inspection"),
    "SpreadCards": (commands.SpreadCards, "the cards are spread out"),
    "ShowCards": (commands.ShowCards, "the first player has had the chance to look"),
    "WashCards": (commands.WashCards, "the cards are mixed and stacked"),
    "Shuffle": (commands.Shuffle, "a deck is shuffled"),
    "CutDeck": (commands.CutDeck, "a deck is cut"),
    "OrderRecut": (commands.OrderRecut, "a floorperson orders another cut"),
    "ChangeDecks": (commands.ChangeDecks, "the decks are replaced"),
    "MarkDevice": (commands.MarkDevice, "a device is out of order, or works again"),
    "ChangeMethod": (commands.ChangeMethod, "another dealing procedure from now on"),
    "CloseTable": (commands.CloseTable, "the table closes"),
    "TakeSeat": (commands.TakeSeat, "a player sits down"),
    "LeaveSeat": (commands.LeaveSeat, "a player leaves"),
    "PlaceWager": (commands.PlaceWager, "a wager is placed"),
    "WithdrawWager": (commands.WithdrawWager, "a wager is taken back"),
    "CloseBets": (commands.CloseBets, "no more bets"),
    "CountChips": (commands.CountChips, "the chips of the progressive devices are counted"),
    "Deal": (commands.Deal, "the next cards of the procedure"),
    "EnterCard": (commands.EnterCard, "a real card leaves the shoe"),
    "TakeBackCard": (commands.TakeBackCard, "a mistyped card is taken back"),
    "Act": (commands.Act, "a player's decision"),
    "TurnUp": (commands.TurnUp, "the dealer's cards are turned up"),
    "ReadMeters": (commands.ReadMeters, "what the meters show; given by the floor itself"),
    "DrawBonus": (commands.DrawBonus, "what the table game system drew; given by the floor itself"),
    "SettleSeat": (commands.SettleSeat, "the next seat is settled"),
    "Validate": (commands.Validate, "a floorperson validates a payout"),
    "CompleteDocuments": (commands.CompleteDocuments, "the documents of a payout are complete"),
    "CountStub": (commands.CountStub, "the cards left are counted"),
    "ReportSlip": (commands.ReportIrregularity, "an irregularity is reported"),
    "ClearRound": (commands.ClearRound, "the round is over and its cards collected"),
}
"""Commands to a table."""

ORDERS: Names = {
    "OpenProperty": (orders.OpenProperty, "the first entry of every log"),
    "AdoptJurisdiction": (orders.AdoptJurisdiction, "a property without a jurisdiction is given one"),
    "InstallTable": (orders.InstallTable, "a table under a Rules Submission"),
    "RemoveTable": (orders.RemoveTable, "a closed table leaves the floor"),
    "StartDay": (orders.StartDay, "a gaming day begins"),
    "EndDay": (orders.EndDay, "a gaming day ends"),
    "TakeBackDay": (orders.TakeBackDay, "a day begun or ended by mistake is taken back"),
    "BuyIn": (orders.BuyIn, "chips for cash"),
    "CashOut": (orders.CashOut, "cash for chips"),
    "LoadAccount": (orders.LoadAccount, "chips onto an electronic wagering account"),
    "CloseAccount": (orders.CloseAccount, "an electronic wagering account is paid out"),
    "FillTray": (orders.FillTray, "chips from the cage into a tray"),
    "CreditTray": (orders.CreditTray, "chips from a tray to the cage"),
    "CountDrop": (orders.CountDrop, "a drop box is counted"),
    "CutLink": (orders.CutLink, "the link of some meters is down"),
    "RestoreLink": (orders.RestoreLink, "the link is up again"),
    "CorrectTransfer": (orders.CorrectTransfer, "a transfer is corrected by a further one"),
    "AdjustMeter": (orders.AdjustMeter, "a meter is corrected"),
    "AssignDealer": (orders.AssignDealer, "who deals a table"),
    "ServeSeat": (orders.ServeSeat, "a player has no device"),
    "AskClosing": (orders.AskClosing, "a table is to be closed after its round"),
    "AcknowledgeAlert": (orders.AcknowledgeAlert, "somebody has seen an alert"),
    "ChangePerson": (orders.ChangePerson, "who may sign in changes"),
    "InspectRound": (orders.InspectRound, "an auditor inspects a round"),
    "ExportLog": (orders.ExportLog, "an auditor takes a copy of the log"),
    "RecordRebuild": (orders.RecordRebuild, "rows outside the log were rebuilt"),
    "TakeSnapshot": (snapshots.TakeSnapshot, "the floor's own order to record a snapshot"),
}
"""Orders to the property."""

EVENTS: Names = {
    "DecksReceived": (events.DecksReceived, "decks came to the table"),
    "DecksReadied": (events.DecksReadied, "a step of the opening was done"),
    "Shuffled": (events.Shuffled, "a deck was shuffled"),
    "DeckCut": (events.DeckCut, "a deck was cut"),
    "RecutOrdered": (events.RecutOrdered, "another cut was ordered"),
    "DeviceMarked": (events.DeviceMarked, "a device was marked out of order, or works again"),
    "MethodChanged": (events.MethodChanged, "the dealing procedure changed"),
    "TableClosed": (events.TableClosed, "the table closed"),
    "SeatTaken": (events.SeatTaken, "a player sat down"),
    "SeatLeft": (events.SeatLeft, "a player left"),
    "WagerPlaced": (events.WagerPlaced, "a wager was placed"),
    "WagerWithdrawn": (events.WagerWithdrawn, "a wager was taken back"),
    "BetsClosed": (events.BetsClosed, "no more bets; the round began"),
    "ChipsCounted": (events.ChipsCounted, "the chips of the progressive devices were counted"),
    "Dealt": (events.Dealt, "cards left the deck"),
    "CardTakenBack": (events.CardTakenBack, "a mistyped card was taken back"),
    "Revealed": (events.Revealed, "community cards were turned up"),
    "Decided": (events.Decided, "a player decided"),
    "DealerTurnedUp": (events.DealerTurnedUp, "the dealer's cards were turned up"),
    "MetersRead": (events.MetersRead, "what the meters showed"),
    "BonusDrawn": (events.BonusDrawn, "what the table game system drew"),
    "Settled": (events.Settled, "wagers of a seat were settled"),
    "ShareFixed": (events.ShareFixed, "a share of a meter was fixed"),
    "ValidationAsked": (events.ValidationAsked, "a payout waits for a floorperson"),
    "Validated": (events.Validated, "a payout was validated"),
    "DocumentsCompleted": (events.DocumentsCompleted, "the documents of a payout were completed"),
    "StubCounted": (events.StubCounted, "the cards left were counted"),
    "SlipFound": (events.IrregularityFound, "an irregularity, and what it does to the round"),
    "CardSetAside": (events.CardSetAside, "a card was set aside"),
    "DeckRemoved": (events.DeckRemoved, "a deck was removed"),
    "RoundCleared": (events.RoundCleared, "the round ended"),
}
"""Events of a table."""

PROPERTY_EVENTS: Names = {
    "PropertyOpened": (property_events.PropertyOpened, "whose log it is, and its public key"),
    "JurisdictionAdopted": (property_events.JurisdictionAdopted, "whose law governs the property from now on"),
    "TableInstalled": (property_events.TableInstalled, "a table, with everything its submission resolves to"),
    "TableRemoved": (property_events.TableRemoved, "a table left the floor"),
    "DayStarted": (property_events.DayStarted, "a gaming day began"),
    "DayEnded": (property_events.DayEnded, "a gaming day ended"),
    "DayTakenBack": (property_events.DayTakenBack, "a day begun by mistake was cancelled"),
    "DayResumed": (property_events.DayResumed, "a day ended by mistake was resumed"),
    "ChipsBought": (property_events.ChipsBought, "chips for cash"),
    "ChipsCashed": (property_events.ChipsCashed, "cash for chips"),
    "AccountLoaded": (property_events.AccountLoaded, "chips onto an electronic wagering account"),
    "AccountClosed": (property_events.AccountClosed, "an electronic wagering account was paid out"),
    "TrayFilled": (property_events.TrayFilled, "chips from the cage into a tray"),
    "TrayCredited": (property_events.TrayCredited, "chips from a tray to the cage"),
    "DropCounted": (property_events.DropCounted, "a drop box was counted"),
    "LinkCut": (property_events.LinkCut, "the link of some meters is down"),
    "LinkRestored": (property_events.LinkRestored, "the link is up again"),
    "Corrected": (property_events.Corrected, "a transfer was corrected"),
    "MeterAdjusted": (property_events.MeterAdjusted, "a meter was corrected"),
    "DealerAssigned": (property_events.DealerAssigned, "who deals a table"),
    "SeatServed": (property_events.SeatServed, "a player has no device"),
    "ClosingAsked": (property_events.ClosingAsked, "who asked for a table to be closed"),
    "AlertAcknowledged": (property_events.AlertAcknowledged, "who has seen an alert, and their note"),
    "PersonChanged": (property_events.PersonChanged, "who may sign in has changed"),
    "RoundInspected": (property_events.RoundInspected, "somebody looked at a round"),
    "LogExported": (property_events.LogExported, "somebody took a copy of the log"),
    "SnapshotTaken": (property_events.SnapshotTaken, "a snapshot, and its digest"),
    "ProjectionsRebuilt": (property_events.ProjectionsRebuilt, "rows outside the log were rebuilt"),
}
"""Events of the property that do not belong to one table."""

PARTS: Names = {
    "Entry": (entry.Entry, "a line of the log"),
    "Sealed": (entry.Sealed, "the commitment to a shuffled deck, in its entry"),
    "Transfer": (transfers.Transfer, "money that moved, in its entry"),
    "MeterChange": (changes.MeterChange, "a meter that changed, in its entry"),
    "RulesInForce": (property_events.RulesInForce, "the rules a table is played under, in the event that installs it"),
    "Line": (events.Line, "a wager settled, in its event"),
    "PropertySnapshot": (snapshots.PropertySnapshot, "the whole state of a property after an entry"),
    "TableSnapshot": (snapshots.TableSnapshot, "a table, in a snapshot"),
    "Calendar": (taking_back_days.Calendar, "whether a gaming day may be taken back, in a snapshot"),
    "LedgerSnapshot": (ledger.LedgerSnapshot, "the ledger, in a snapshot"),
    "Balance": (balances.Balance, "an account, in a snapshot"),
    "Table": (state.Table, "the state of a table, in a snapshot"),
    "DeckState": (state.DeckState, "a deck, in a snapshot"),
    "Round": (state.Round, "a round under way, in a snapshot"),
    "Seat": (state.Seat, "a betting position in that round"),
    "Slot": (state.Slot, "where its next card goes"),
    "MeterState": (meter_state.MeterState, "a meter, in a snapshot and in its row"),
    "Drawn": (meter_state.Drawn, "a win of a round under way, in its meter"),
    "Head": (heads.Head, "what a signature covers"),
    "SignedHead": (heads.SignedHead, "the last line of an export"),
    "Header": (export.Header, "the first line of an export"),
    "EntryProof": (log_proofs.EntryProof, "the proof that an entry is in the log, as a file"),
    "GrowthProof": (log_proofs.GrowthProof, "the proof that the log has only grown, as a file"),
    "LogRow": (api.LogRow, "a row of the table log"),
    "TransferRow": (api.TransferRow, "a row of the table transfers"),
    "AccountRow": (api.AccountRow, "a row of the table accounts"),
    "MeterRow": (api.MeterRow, "a row of the table meters"),
    "DeckRow": (api.DeckRow, "a row of the table decks"),
    "SnapshotRow": (api.SnapshotRow, "a row of the table snapshots"),
    "HeadRow": (api.HeadRow, "a row of the table heads"),
}
"""Parts written inside, next to or around the commands, orders and events."""

TAGGED: dict[str, Names] = {"command": COMMANDS, "order": ORDERS, "event": EVENTS, "happening": PROPERTY_EVENTS}


def kinds(names: Names) -> tuple[type[msgspec.Struct], ...]:
    return tuple(kind for kind, _ in names.values())
