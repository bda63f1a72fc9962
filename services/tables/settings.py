"""Settings of the tables workers (services/tables/RULES.md §6–§10)."""

from typing import Annotated

import msgspec


class GamePolicies(msgspec.Struct, frozen=True, rename={"returning": "return"}, forbid_unknown_fields=True):
    """What the operator sets for one game (RULES.md §8); None: as the rules say."""

    clock: str | None = None
    """`move_clock`, `card_clock` or `round_clock`."""
    returning: str | None = None
    """`budget`, `fixed_window` or `none`; in JSON it is called `return`."""
    leave: str | None = None
    """`forfeit`, `concede`, `eliminate`, `bot_replace`, `pause_return` or `none`."""
    on_timeout: str | None = None
    """`wait` or `auto_turn`."""


class TablesSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How tables run; read from `KAFENEIO_<NAME>`."""

    games: list[str] = []
    """The games this worker runs; empty: all."""
    sealing_keys: str = ""
    """Secret: `id:base64,…`, keys of 32 bytes that encrypt roots and hidden cards of running matches (RULES.md §14)."""
    table_shards: int = 8
    """Shards of a game in the first generation; fixed while tables of it are open."""
    table_shards_added: list[Annotated[int, msgspec.Meta(ge=1, le=1_000)]] = []
    """Shards of a game in each later generation, the oldest first; workers serve those of all generations."""
    table_generation: Annotated[int, msgspec.Meta(ge=1)] = 1
    """In which generation new tables are opened; more than 1 only after all workers know its shards."""
    move_s: int = 30
    """A period of the move clock (RULES.md §7)."""
    practice_move_s: int = 720
    """A period at a practice table without a clock, which shows none: after five of them it closes (RULES.md §9)."""
    max_timeouts: int = 4
    """Periods that a player may let run out in a match; the next one removes them (RULES.md §7)."""
    yellow_limit: Annotated[int, msgspec.Meta(ge=1)] = 28
    """So many yellow cards are a suspension: who gets them in one turn is removed at once (RULES.md §7)."""
    on_timeout: str = "wait"
    """`auto_turn`: the server plays for who lets a period run out, where the game offers it."""
    game_policies: dict[str, GamePolicies] = {}
    """Game → its `clock`, `return`, `leave`, `on_timeout`, as JSON; counts for tables started from now on."""
    return_window_s: int = 300
    """How long a match waits for one absence, under `fixed_window` (RULES.md §9)."""
    return_total_s: int = 900
    """How long it waits for all absences of one player together."""
    catchup_s: int = 10
    """The longest that showing the hand again after a pause may take."""
    clock_grace_ms: int = 50
    """How late a timer fires, so that what was sent in time is handled first."""
    seed_s: int = 5
    """How long clients may take to send their share of chance."""
    house_min_main: int = 200
    """House-banked games (services/wallet/RULES.md §6): the smallest main bet, and total of a guest in a round."""
    house_min_side: int = 20
    """House-banked games: the smallest side bet."""
    house_max_round: int = 100_000
    """The highest total of a guest in a round."""
    house_max_side: int = 2_000
    """House-banked games: the most that one side bet may be. More lets who counts cards win from the bank
    (`make bench-odds`)."""
    shoe_packs: int = 8
    """Packs in a shoe of a house-banked game of cards; few of them are easily counted (`make bench-odds`)."""
    shoe_cut_percent: int = 20
    """So much of a shoe stays behind the cut card; less lets who counts cards win from the bank."""
    audit_days: Annotated[int, msgspec.Meta(ge=1)] = 90
    """How long the trail of a match that left no recording is kept for staff (RULES.md §12)."""
    journal_days: Annotated[int, msgspec.Meta(ge=2)] = 8
    """Days for which finished matches stay in the journal; then they are in archive files (RULES.md §12)."""
    journal_archive: str = "var/archive"
    """Where archive files are: a folder, or a bucket (`s3://bucket/folder`, `gs://…`, `az://…`); empty: nowhere."""
    recover_minutes: int = 10
    """A match that nobody looked after for longer than this is void and refunded."""
    end_choice_s: int = 30
    """How long players may choose after the end (RULES.md §10)."""
    max_spectators: int = 20
    """Spectators at a table (RULES.md §11)."""
    bot_think_min_ms: int = 1_000
    """The shortest that a computer player seems to think; what it takes to compute its move is not added."""
    bot_think_max_ms: int = 2_500
    """The longest that it seems to think."""
    worker_beat_ms: int = 500
    """How often a worker shows in the database that it lives."""
    worker_silent_ms: int = 1_000
    """A worker silent for so long is taken for dead: its shards are woken."""
    gateway_silent_ms: int = 6_000
    """A gateway that does not beat for so long has lost all its players."""
    shard_prefetch: int = 200
    """Messages of a shard that the broker hands out before they are acknowledged."""
    inbox_max: int = 10_000
    """Messages that may wait for the loop; never less than twice what the broker may hand out."""
    batch_max: int = 256
    """Messages in one round: one commit."""
    bot_processes: int = 1
    """Processes in which computer players think; 0: a thread beside the worker's loop."""
    bots_waiting_max: Annotated[int, msgspec.Meta(ge=1)] = 1_000
    """Moves of computer players that may wait for such a process; others are asked for later."""
    snapshot_every: int = 32
    """A snapshot of a table after so many journal entries."""
    gap_events: int = 64
    """How many events back a returning client gets one by one."""
    remembered_commands: int = 64
    """Command ids that a table keeps in memory; older ones are looked up."""
    simulation_limit: int = 100
    """Branches of the Academy that a player may keep."""
    imports_limit: int = 50
    """Matches from other programs that a player may keep (RULES.md §24)."""
    studies_at_once: Annotated[int, msgspec.Meta(ge=1)] = 2
    """Replays and studies that a process computes at the same time, with less of the processors than its worker."""
    studies_waiting_max: int = 16
    """Replays and studies that may wait for that; more are refused."""
    draws_count_s: Annotated[int, msgspec.Meta(ge=1)] = 20
    """How often the draws of finished matches are counted for everybody (RULES.md §22)."""
    recordings_in_memory: int = 32
    """Recordings that a process keeps at hand, because a replay asks for the same one again and again."""
    analyses_at_once: Annotated[int, msgspec.Meta(ge=0)] = 1
    """Analyses of matches that a process of tables computes at the same time, with the lowest priority; 0: none."""
    analysis_daily: int = 20
    """Analyses that an account may order in 24 hours."""
    analysis_waiting_max: int = 200
    """Analyses that may wait; more are refused."""
    analysis_events_max: int = 5_000
    """Matches with more recorded events are not analysed."""
    analysis_s: Annotated[int, msgspec.Meta(ge=1)] = 300
    """Seconds after which a try to compute an analysis is given up."""
    analysis_tries: Annotated[int, msgspec.Meta(ge=1)] = 3
    """So often an analysis is tried, if processes die or take too long."""
    analysis_beat_ms: int = 2_000
    """How often a process shows that it computes an analysis."""
    analysis_silent_ms: int = 10_000
    """An analysis of which nothing was seen for so long is taken up by another process."""
    shares_max: int = 50
    """Links to shared replays that an account may have at a time (RULES.md §23)."""
    share_days: Annotated[int, msgspec.Meta(ge=1)] = 365
    """Days after which such a link ends by itself."""
    pictures_at_once: Annotated[int, msgspec.Meta(ge=0, le=1)] = 1
    """Shared matches whose pictures a process of tables draws at the same time, with the lowest priority; 0: none."""
    picture_s: Annotated[int, msgspec.Meta(ge=1)] = 20
    """Seconds after which a try to draw the pictures of a match is given up."""
    picture_tries: Annotated[int, msgspec.Meta(ge=1)] = 3
    """So often drawing the pictures of a match is tried."""
    problem_age_days: int = 7
    """A match that ended later than so many days ago gives no problem of the day."""
    problem_answer_days: Annotated[int, msgspec.Meta(ge=31)] = 400
    """For how many days answers to problems of the day are kept."""
    problem_stock_min: Annotated[int, msgspec.Meta(ge=0)] = 14
    """Computers play for more positions of a game while fewer days than so many are provided for; 0: never."""
    problem_quiet_s: Annotated[int, msgspec.Meta(ge=0)] = 900
    """How long a process has run before it lets computers play for positions."""
    house_zone: str = "Europe/Athens"
    """The platform's time zone, a name of the IANA data base: when its day begins (RULES.md §21)."""
