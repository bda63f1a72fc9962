"""The wallet: the ledger's sums, chips moved, holds, payments."""

from deploy.generate.panel import Dashboard, Panel, Row, events_of, per_second, requests_of

_LEDGER = Row(
    "Ledger",
    (
        Panel(
            "Chips moved",
            "short",
            {"{{kind}}": per_second("kafeneio_ledger_chips_moved_total", "kind")},
            "Chips a second, by kind of transfer.",
        ),
        Panel(
            "Batches",
            "ops",
            {"{{outcome}}": per_second("kafeneio_ledger_batches_total", "outcome")},
            "Batches of transfers: applied, replayed (asked for twice), refused.",
        ),
        Panel(
            "Sums",
            "short",
            {
                "ledger": "max(abs(kafeneio_ledger_imbalance_chips))",
                "escrow": "max(abs(kafeneio_ledger_escrow_mismatch_chips))",
            },
            "Chips too many or too few. Both are 0, always.",
        ),
        Panel(
            "Matches held",
            "short",
            {"matches": "max(kafeneio_ledger_open_matches)"},
            "Matches whose stakes are held and not settled: those that are being played.",
        ),
        Panel(
            "Oldest hold",
            "s",
            {"age": "max(kafeneio_ledger_oldest_hold_seconds)"},
            "No match lasts six hours; a hold that old waits for an event that does not come.",
        ),
        Panel(
            "Refusals",
            "ops",
            {"{{error}}": per_second("kafeneio_wallet_refusals_total", "error")},
            "What the wallet refused, by code.",
            rare="Nothing was refused yet.",
        ),
        Panel(
            "Payments",
            "ops",
            {"{{state}}": per_second("kafeneio_wallet_payments_total", "state")},
            "Payments for packs, by what became of them.",
            rare="Nobody has bought anything, or payments are off.",
        ),
        Panel(
            "Transfers",
            "ops",
            {"{{kind}}": per_second("kafeneio_ledger_transfers_total", "kind")},
            "Transfers posted, by kind; their chips are on the dashboard of the business.",
            rare="No chip has moved yet.",
        ),
        Panel(
            "Tickets, and sums not compared",
            "ops",
            {
                "drawn: {{lottery}}": per_second("kafeneio_wallet_tickets_total", "lottery"),
                "sums not compared": "sum(rate(kafeneio_ledger_checks_failed_total[$__rate_interval]))",
            },
            "Lottery tickets drawn; and comparisons of the ledger's sums that failed: 0.",
        ),
    ),
)

_CELLS = Row(
    "Other cells",
    (
        Panel(
            "Matches with visitors",
            "ops",
            {"{{did}}": per_second("kafeneio_wallet_visited_matches_total", "did")},
            "Matches with players of other cells. Many that are released and not held: another cell does not answer.",
            rare="Nobody from another cell has played here.",
        ),
        Panel(
            "Differences with other cells",
            "short",
            {
                "chips: {{cell}}": "max by (cell) (abs(kafeneio_cell_difference_chips))",
                "matches: {{cell}}": "max by (cell) (abs(kafeneio_cell_difference_matches))",
            },
            "What another cell counts for matches of our players there, less what we do: 0.",
            rare="No other cell has made a statement yet.",
        ),
        Panel(
            "Newest statement",
            "s",
            {"{{cell}}": "min by (cell) (kafeneio_cell_statement_age_seconds)"},
            "How old the newest statement of another cell is: some minutes at the most.",
            rare="No other cell has made a statement yet.",
        ),
    ),
)

DASHBOARD = Dashboard(
    "kafeneio-wallet",
    "Kafeneio: wallet",
    "The ledger, what moves in it, and what it is asked.",
    (_LEDGER, _CELLS, requests_of("wallet"), events_of("wallet")),
)
