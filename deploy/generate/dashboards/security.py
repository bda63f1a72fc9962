"""Attacks and the defences against them: accounts, sockets, money, chips for nothing, privacy."""

from deploy.generate.panel import Dashboard, Panel, Row, per_second, quantiles, total_rate

_RATES = '{setting=~"gateway_(attempts|computations|requests|strangers|handshakes).*"}'
_NOT_ASKED = "Nobody has asked a wallet for it yet."

_ACCOUNTS = Row(
    "Accounts",
    (
        Panel(
            "Security events",
            "ops",
            {"{{kind}}": per_second("kafeneio_lobby_security_events_total", "kind")},
            "Logins, failures, locks, changes, what staff reads. More failures than logins: somebody guesses.",
            rare="Nobody has logged in yet.",
        ),
        Panel(
            "Passkeys",
            "ops",
            {
                "{{purpose}}, {{outcome}}": per_second("kafeneio_lobby_passkey_checks_total", "purpose, outcome"),
                "challenges, {{purpose}}": per_second("kafeneio_lobby_passkey_challenges_total", "purpose"),
                "{{event}}": per_second("kafeneio_lobby_passkeys_total", "event"),
            },
            "Challenges made, passkeys checked by outcome, added and removed. `passkey_cloned`: a copy was seen; "
            "`passkey_failed` alone: the site has another address than its settings say.",
            rare="Nobody has shown a passkey yet.",
        ),
        Panel(
            "OpenID providers",
            "ops",
            {
                "there, {{provider}}, {{outcome}}": per_second(
                    "kafeneio_lobby_provider_starts_total", "provider, outcome"
                ),
                "back, {{provider}}, {{outcome}}": per_second(
                    "kafeneio_lobby_provider_returns_total", "provider, outcome"
                ),
                "{{event}}, {{provider}}": per_second("kafeneio_lobby_provider_links_total", "event, provider"),
            },
            "People sent to a provider and come back, by outcome; identities joined to accounts and taken away. "
            "`provider_silent`: it does not answer; `provider_failed`: its answer could not be verified.",
            rare="Nobody has come in by a provider yet.",
        ),
        Panel(
            "Sessions ended",
            "ops",
            {"{{reason}}": per_second("kafeneio_lobby_sessions_ended_total", "reason")},
            "Why sessions end. `protocol_abuse` and `password_changed` are few.",
            rare="No session has ended yet.",
        ),
        Panel(
            "Mails",
            "ops",
            {
                "{{outcome}}": per_second("kafeneio_lobby_mails_total", "outcome"),
                "waiting": "max(kafeneio_lobby_mails_waiting)",
            },
            "Links and notices by outcome, and how many wait. `given_up` is never.",
            rare="No mail was sent yet.",
        ),
        Panel(
            "Guest accounts",
            "short",
            {
                "kept": "max(kafeneio_lobby_guest_accounts_kept)",
                "{{event}} a second": per_second("kafeneio_lobby_guest_accounts_total", "event"),
            },
            "Accounts without a password: how many there are, and how many come and go.",
            rare="Guest accounts are off.",
        ),
    ),
)
_FRONT = Row(
    "At the gateways",
    (
        Panel(
            "Refused frames and commands",
            "ops",
            {"{{error}}": per_second("kafeneio_gateway_refused_total", "error")},
            "`rate_limited` and `bad_frame` of many connections: a flood.",
            rare="Nothing was refused yet.",
        ),
        Panel(
            "Refused requests",
            "ops",
            {"{{status}}": per_second("kafeneio_gateway_http_seconds_count", "status", '{status=~"401|403|429"}')},
            "REST by status: 401 without a session, 403 without a right, 429 over a rate.",
            rare="Nothing was refused yet.",
        ),
        Panel(
            "Forged messages",
            "ops",
            {"{{service}} {{queue}}": per_second("kafeneio_messages_refused_total", "service, queue")},
            "Messages of which the broker has not checked who sent them. Never.",
        ),
        Panel(
            "Limits",
            "short",
            {"{{setting}}": f"max by (setting) (kafeneio_gateway_limit{_RATES})"},
            "The rates that gateways keep together; 0 means without a limit.",
        ),
    ),
)
_MONEY = Row(
    "Money",
    (
        Panel(
            "Payments",
            "ops",
            {"{{state}}": per_second("kafeneio_wallet_payments_total", "state")},
            "Packs by what became of them; `reversed` and `dispute_open` are chargebacks.",
            rare="Nobody has bought a pack yet.",
        ),
        Panel(
            "Payment provider",
            "s",
            quantiles("kafeneio_wallet_provider_seconds", "call"),
            "Time of a call to the provider. However slow it is, it delays no settlement.",
            rare=_NOT_ASKED,
        ),
        Panel(
            "Calls not made",
            "ops",
            {
                "{{why}}": per_second("kafeneio_wallet_provider_refused_total", "why"),
                "checkouts ended": total_rate("kafeneio_wallet_checkouts_ended_total"),
            },
            "`busy`: all calls are taken. `account`: one buyer asks in a loop. Checkouts end with an exclusion.",
        ),
        Panel(
            "Debts",
            "short",
            {"{{did}}": per_second("kafeneio_wallet_debt_chips_total", "did")},
            "Chips a second that become owed for payments taken back, and how debts end.",
        ),
        Panel(
            "Frozen",
            "ops",
            {
                "{{did}}": per_second("kafeneio_wallet_frozen_total", "did"),
                "given back: lost {{kind}}": per_second("kafeneio_wallet_lost_stakes_total", "kind"),
            },
            "Accounts whose chips were frozen with a block, or released.",
            rare="Nobody was blocked yet.",
        ),
    ),
)
_FARMS = Row(
    "Chips for nothing",
    (
        Panel(
            "New accounts",
            "ops",
            {
                "registered": total_rate("kafeneio_lobby_registrations_total"),
                "welcome {{did}}": per_second("kafeneio_wallet_welcomes_total", "did"),
            },
            "Accounts made, and welcome chips given or withheld: their device or network had enough.",
        ),
        Panel(
            "Chips given away",
            "short",
            {
                "{{kind}}": per_second(
                    "kafeneio_ledger_chips_moved_total", "kind", '{kind=~"welcome|invite_.*|free_ticket|external_.*"}'
                )
            },
            "Chips a second that the platform or another system gives. A jump is a farm or a campaign.",
            rare="Nothing was given yet.",
        ),
        Panel(
            "Early leaves",
            "ops",
            {"left": total_rate("kafeneio_wallet_early_leaves_total")},
            "Players who have left a staked match before its first round for nothing.",
        ),
        Panel(
            "Refused by money rules",
            "ops",
            {
                "{{error}}": per_second(
                    "kafeneio_rpc_refusals_total",
                    "error",
                    '{error=~"early_leaver|email_unconfirmed|ticket_network_limit|debt_open|pair_limit|self_excluded|.*_limit"}',
                )
            },
            "Stakes, purchases and tickets that a limit has refused, by code.",
            rare="Nothing was refused yet.",
        ),
    ),
)
_PRIVACY = Row(
    "Fails closed, and privacy",
    (
        Panel(
            "Logins without moderation's answer",
            "ops",
            {"logins": total_rate("kafeneio_lobby_conduct_unanswered_total")},
            "They get no seat for chips and buy nothing before moderation has answered.",
        ),
        Panel(
            "Erasures not listed",
            "short",
            {"failed": "sum(increase(kafeneio_lobby_erasures_unlisted_total[1d]))"},
            "Erasures of a day that could not be listed outside of the database: a restore would undo them. Never.",
        ),
    ),
)

DASHBOARD = Dashboard(
    "kafeneio-security",
    "Kafeneio: security",
    "Attacks on accounts, gateways, money and chips for nothing, and what holds against them.",
    (_ACCOUNTS, _FRONT, _MONEY, _FARMS, _PRIVACY),
)
