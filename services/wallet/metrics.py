"""Metrics of the wallet."""

from prometheus_client import Counter, Gauge, Histogram

imbalance_chips = Gauge(
    "kafeneio_ledger_imbalance_chips", "Sum of all balances, house accounts included; anything but 0 is an alarm"
)
escrow_mismatch_chips = Gauge(
    "kafeneio_ledger_escrow_mismatch_chips",
    "What match escrows hold, less what is held and not settled; anything but 0 is an alarm",
)
open_matches = Gauge("kafeneio_ledger_open_matches", "Matches whose stakes are held and not settled")
oldest_hold_s = Gauge("kafeneio_ledger_oldest_hold_seconds", "Age of the oldest hold not settled")
checks_failed = Counter("kafeneio_ledger_checks_failed", "Comparisons of the sums that could not be made")
transfers = Counter("kafeneio_ledger_transfers", "Transfers posted", ["kind"])
chips_moved = Counter("kafeneio_ledger_chips_moved", "Chips moved by transfers", ["kind"])
batches = Counter("kafeneio_ledger_batches", "Batches, by outcome: applied, replayed, refused", ["outcome"])
refusals = Counter("kafeneio_wallet_refusals", "What the wallet refused, by code", ["operation", "error"])
payments = Counter("kafeneio_wallet_payments", "Payments for packs, by what became of them", ["state"])
checkouts_ended = Counter(
    "kafeneio_wallet_checkouts_ended", "Open checkouts that were ended because their buyer is self-excluded"
)
provider_seconds = Histogram(
    "kafeneio_wallet_provider_seconds",
    "Time of a call to the payment provider",
    ["call"],
    buckets=(0.1, 0.25, 0.5, 1, 2, 4, 8, 16),
)
provider_refused = Counter(
    "kafeneio_wallet_provider_refused",
    "Calls to the payment provider that were not made: `busy` (all taken) or `account` (asked too often)",
    ["why"],
)
tickets = Counter("kafeneio_wallet_tickets", "Tickets drawn", ["lottery"])
debt_chips = Counter(
    "kafeneio_wallet_debt_chips",
    "Chips of debts for payments that were taken back: owed, forgiven (the payment came back), paid",
    ["did"],
)
welcomes = Counter(
    "kafeneio_wallet_welcomes", "New accounts: welcome chips given, or withheld by device or network", ["did"]
)
early_leaves = Counter("kafeneio_wallet_early_leaves", "Players who left a staked match early for nothing")
lost_stakes = Counter(
    "kafeneio_wallet_lost_stakes",
    "Matches and rounds that tables do not know, whose chips an operator has given back",
    ["kind"],
)
frozen = Counter("kafeneio_wallet_frozen", "Accounts whose chips were frozen or released", ["did"])
cell_difference_chips = Gauge(
    "kafeneio_cell_difference_chips",
    "Chips by which another cell's count for the same matches differs from ours; anything but 0 is an alarm",
    ["cell"],
)
cell_difference_matches = Gauge(
    "kafeneio_cell_difference_matches", "Matches that another cell has closed and that are not closed here", ["cell"]
)
cell_statement_age_s = Gauge(
    "kafeneio_cell_statement_age_seconds", "Age of the newest statement of another cell", ["cell"]
)
visited_matches = Counter(
    "kafeneio_wallet_visited_matches",
    "Matches with players of other cells: asked, held, released (did not begin), settled",
    ["did"],
)
for _did in ("asked", "held", "released", "settled"):
    visited_matches.labels(_did)
for _did in ("owed", "forgiven", "paid"):
    debt_chips.labels(_did)
for _why in ("busy", "account"):
    provider_refused.labels(_why)
# Counted from zero: an alert would not see a first one that makes its own series.
