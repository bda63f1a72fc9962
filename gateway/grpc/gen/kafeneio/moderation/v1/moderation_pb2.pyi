import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Conduct(_message.Message):
    __slots__ = ("cards", "roles", "suspension")
    class CardsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    CARDS_FIELD_NUMBER: _ClassVar[int]
    ROLES_FIELD_NUMBER: _ClassVar[int]
    SUSPENSION_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.ScalarMap[str, int]
    roles: _containers.RepeatedScalarFieldContainer[str]
    suspension: StandingSuspension
    def __init__(self, cards: _Optional[_Mapping[str, int]] = ..., roles: _Optional[_Iterable[str]] = ..., suspension: _Optional[_Union[StandingSuspension, _Mapping]] = ...) -> None: ...

class StandingSuspension(_message.Message):
    __slots__ = ("reason", "start_time", "end_time", "colour")
    REASON_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    reason: str
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    colour: str
    def __init__(self, reason: _Optional[str] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., colour: _Optional[str] = ...) -> None: ...

class ReportContext(_message.Message):
    __slots__ = ("match", "hand", "table", "room")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    match: str
    hand: int
    table: str
    room: str
    def __init__(self, match: _Optional[str] = ..., hand: _Optional[int] = ..., table: _Optional[str] = ..., room: _Optional[str] = ...) -> None: ...

class ChatLine(_message.Message):
    __slots__ = ("id", "account", "text", "event_time")
    ID_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    id: int
    account: str
    text: str
    event_time: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[int] = ..., account: _Optional[str] = ..., text: _Optional[str] = ..., event_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Report(_message.Message):
    __slots__ = ("id", "reporter", "reported", "category", "comment", "context", "lines", "create_time", "times_reported", "decision", "permanent", "decide_time", "decided_by", "reason")
    ID_FIELD_NUMBER: _ClassVar[int]
    REPORTER_FIELD_NUMBER: _ClassVar[int]
    REPORTED_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_FIELD_NUMBER: _ClassVar[int]
    COMMENT_FIELD_NUMBER: _ClassVar[int]
    CONTEXT_FIELD_NUMBER: _ClassVar[int]
    LINES_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    TIMES_REPORTED_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    PERMANENT_FIELD_NUMBER: _ClassVar[int]
    DECIDE_TIME_FIELD_NUMBER: _ClassVar[int]
    DECIDED_BY_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    id: str
    reporter: str
    reported: str
    category: str
    comment: str
    context: ReportContext
    lines: _containers.RepeatedCompositeFieldContainer[ChatLine]
    create_time: _timestamp_pb2.Timestamp
    times_reported: int
    decision: str
    permanent: bool
    decide_time: _timestamp_pb2.Timestamp
    decided_by: str
    reason: str
    def __init__(self, id: _Optional[str] = ..., reporter: _Optional[str] = ..., reported: _Optional[str] = ..., category: _Optional[str] = ..., comment: _Optional[str] = ..., context: _Optional[_Union[ReportContext, _Mapping]] = ..., lines: _Optional[_Iterable[_Union[ChatLine, _Mapping]]] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., times_reported: _Optional[int] = ..., decision: _Optional[str] = ..., permanent: _Optional[bool] = ..., decide_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., decided_by: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class Suspension(_message.Message):
    __slots__ = ("id", "account", "cause", "reason", "start_time", "end_time", "decide_time", "by")
    ID_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    DECIDE_TIME_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    id: str
    account: str
    cause: str
    reason: str
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    decide_time: _timestamp_pb2.Timestamp
    by: str
    def __init__(self, id: _Optional[str] = ..., account: _Optional[str] = ..., cause: _Optional[str] = ..., reason: _Optional[str] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., decide_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., by: _Optional[str] = ...) -> None: ...

class Card(_message.Message):
    __slots__ = ("id", "account", "colour", "reason", "event_time", "by", "state", "match", "hand")
    ID_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    id: str
    account: str
    colour: str
    reason: str
    event_time: _timestamp_pb2.Timestamp
    by: str
    state: str
    match: str
    hand: int
    def __init__(self, id: _Optional[str] = ..., account: _Optional[str] = ..., colour: _Optional[str] = ..., reason: _Optional[str] = ..., event_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., by: _Optional[str] = ..., state: _Optional[str] = ..., match: _Optional[str] = ..., hand: _Optional[int] = ...) -> None: ...

class Evidence(_message.Message):
    __slots__ = ("event_time", "seen_json")
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    SEEN_JSON_FIELD_NUMBER: _ClassVar[int]
    event_time: _timestamp_pb2.Timestamp
    seen_json: str
    def __init__(self, event_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., seen_json: _Optional[str] = ...) -> None: ...

class Case(_message.Message):
    __slots__ = ("id", "kind", "players", "open_time", "evidence", "close_time", "closed_by", "reason")
    ID_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    OPEN_TIME_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_FIELD_NUMBER: _ClassVar[int]
    CLOSE_TIME_FIELD_NUMBER: _ClassVar[int]
    CLOSED_BY_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    id: str
    kind: str
    players: _containers.RepeatedScalarFieldContainer[str]
    open_time: _timestamp_pb2.Timestamp
    evidence: _containers.RepeatedCompositeFieldContainer[Evidence]
    close_time: _timestamp_pb2.Timestamp
    closed_by: str
    reason: str
    def __init__(self, id: _Optional[str] = ..., kind: _Optional[str] = ..., players: _Optional[_Iterable[str]] = ..., open_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., evidence: _Optional[_Iterable[_Union[Evidence, _Mapping]]] = ..., close_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., closed_by: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class Appeal(_message.Message):
    __slots__ = ("id", "account", "kind", "of", "text", "create_time", "decided_by", "outcome", "end_time", "rule_time", "ruled_by", "reason")
    ID_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    OF_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    DECIDED_BY_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    RULE_TIME_FIELD_NUMBER: _ClassVar[int]
    RULED_BY_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    id: str
    account: str
    kind: str
    of: str
    text: str
    create_time: _timestamp_pb2.Timestamp
    decided_by: str
    outcome: str
    end_time: _timestamp_pb2.Timestamp
    rule_time: _timestamp_pb2.Timestamp
    ruled_by: str
    reason: str
    def __init__(self, id: _Optional[str] = ..., account: _Optional[str] = ..., kind: _Optional[str] = ..., of: _Optional[str] = ..., text: _Optional[str] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., decided_by: _Optional[str] = ..., outcome: _Optional[str] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., rule_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., ruled_by: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class AuditEntry(_message.Message):
    __slots__ = ("seq", "event_time", "actor", "role", "action", "subject", "object", "reason", "before_json", "after_json", "prev_hash", "hash")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    OBJECT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    BEFORE_JSON_FIELD_NUMBER: _ClassVar[int]
    AFTER_JSON_FIELD_NUMBER: _ClassVar[int]
    PREV_HASH_FIELD_NUMBER: _ClassVar[int]
    HASH_FIELD_NUMBER: _ClassVar[int]
    seq: int
    event_time: _timestamp_pb2.Timestamp
    actor: str
    role: str
    action: str
    subject: str
    object: str
    reason: str
    before_json: str
    after_json: str
    prev_hash: str
    hash: str
    def __init__(self, seq: _Optional[int] = ..., event_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., actor: _Optional[str] = ..., role: _Optional[str] = ..., action: _Optional[str] = ..., subject: _Optional[str] = ..., object: _Optional[str] = ..., reason: _Optional[str] = ..., before_json: _Optional[str] = ..., after_json: _Optional[str] = ..., prev_hash: _Optional[str] = ..., hash: _Optional[str] = ...) -> None: ...

class GetConductRequest(_message.Message):
    __slots__ = ("account",)
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    account: str
    def __init__(self, account: _Optional[str] = ...) -> None: ...

class GetConductResponse(_message.Message):
    __slots__ = ("conduct",)
    CONDUCT_FIELD_NUMBER: _ClassVar[int]
    conduct: Conduct
    def __init__(self, conduct: _Optional[_Union[Conduct, _Mapping]] = ...) -> None: ...

class FileReportRequest(_message.Message):
    __slots__ = ("account", "request_id", "to", "category", "comment", "context")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_FIELD_NUMBER: _ClassVar[int]
    COMMENT_FIELD_NUMBER: _ClassVar[int]
    CONTEXT_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    to: str
    category: str
    comment: str
    context: ReportContext
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., to: _Optional[str] = ..., category: _Optional[str] = ..., comment: _Optional[str] = ..., context: _Optional[_Union[ReportContext, _Mapping]] = ...) -> None: ...

class FileReportResponse(_message.Message):
    __slots__ = ("id", "create_time")
    ID_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    id: str
    create_time: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[str] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ListReportsRequest(_message.Message):
    __slots__ = ("account", "decided", "page_size", "page_token", "reported")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    DECIDED_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    REPORTED_FIELD_NUMBER: _ClassVar[int]
    account: str
    decided: bool
    page_size: int
    page_token: str
    reported: str
    def __init__(self, account: _Optional[str] = ..., decided: _Optional[bool] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., reported: _Optional[str] = ...) -> None: ...

class ListReportsResponse(_message.Message):
    __slots__ = ("reports", "next_page_token")
    REPORTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    reports: _containers.RepeatedCompositeFieldContainer[Report]
    next_page_token: str
    def __init__(self, reports: _Optional[_Iterable[_Union[Report, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class DecideRequest(_message.Message):
    __slots__ = ("account", "report", "decision", "reason", "permanent", "message", "request_id")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REPORT_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    PERMANENT_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    account: str
    report: str
    decision: str
    reason: str
    permanent: bool
    message: str
    request_id: str
    def __init__(self, account: _Optional[str] = ..., report: _Optional[str] = ..., decision: _Optional[str] = ..., reason: _Optional[str] = ..., permanent: _Optional[bool] = ..., message: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class DecideResponse(_message.Message):
    __slots__ = ("report",)
    REPORT_FIELD_NUMBER: _ClassVar[int]
    report: Report
    def __init__(self, report: _Optional[_Union[Report, _Mapping]] = ...) -> None: ...

class GiveCardRequest(_message.Message):
    __slots__ = ("account", "request_id", "to", "reason", "match")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    to: str
    reason: str
    match: str
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., to: _Optional[str] = ..., reason: _Optional[str] = ..., match: _Optional[str] = ...) -> None: ...

class GiveCardResponse(_message.Message):
    __slots__ = ("suspension",)
    SUSPENSION_FIELD_NUMBER: _ClassVar[int]
    suspension: Suspension
    def __init__(self, suspension: _Optional[_Union[Suspension, _Mapping]] = ...) -> None: ...

class RevokeCardRequest(_message.Message):
    __slots__ = ("account", "card", "reason", "request_id")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    account: str
    card: str
    reason: str
    request_id: str
    def __init__(self, account: _Optional[str] = ..., card: _Optional[str] = ..., reason: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class RevokeCardResponse(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: Card
    def __init__(self, card: _Optional[_Union[Card, _Mapping]] = ...) -> None: ...

class BlockRequest(_message.Message):
    __slots__ = ("account", "request_id", "to", "reason")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    to: str
    reason: str
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., to: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class BlockResponse(_message.Message):
    __slots__ = ("id", "start_time")
    ID_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    id: str
    start_time: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[str] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class UnblockRequest(_message.Message):
    __slots__ = ("account", "to", "reason", "request_id")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    account: str
    to: str
    reason: str
    request_id: str
    def __init__(self, account: _Optional[str] = ..., to: _Optional[str] = ..., reason: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class UnblockResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class MuteRequest(_message.Message):
    __slots__ = ("account", "request_id", "to", "minutes", "reason")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    MINUTES_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    to: str
    minutes: int
    reason: str
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., to: _Optional[str] = ..., minutes: _Optional[int] = ..., reason: _Optional[str] = ...) -> None: ...

class MuteResponse(_message.Message):
    __slots__ = ("end_time",)
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    end_time: _timestamp_pb2.Timestamp
    def __init__(self, end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ListCasesRequest(_message.Message):
    __slots__ = ("account", "page_size", "page_token")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    account: str
    page_size: int
    page_token: str
    def __init__(self, account: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListCasesResponse(_message.Message):
    __slots__ = ("cases", "next_page_token")
    CASES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    cases: _containers.RepeatedCompositeFieldContainer[Case]
    next_page_token: str
    def __init__(self, cases: _Optional[_Iterable[_Union[Case, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class CloseCaseRequest(_message.Message):
    __slots__ = ("account", "case", "reason", "request_id")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    CASE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    account: str
    case: str
    reason: str
    request_id: str
    def __init__(self, account: _Optional[str] = ..., case: _Optional[str] = ..., reason: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class CloseCaseResponse(_message.Message):
    __slots__ = ("case",)
    CASE_FIELD_NUMBER: _ClassVar[int]
    case: Case
    def __init__(self, case: _Optional[_Union[Case, _Mapping]] = ...) -> None: ...

class FileAppealRequest(_message.Message):
    __slots__ = ("account", "text", "request_id", "kind")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    account: str
    text: str
    request_id: str
    kind: str
    def __init__(self, account: _Optional[str] = ..., text: _Optional[str] = ..., request_id: _Optional[str] = ..., kind: _Optional[str] = ...) -> None: ...

class FileAppealResponse(_message.Message):
    __slots__ = ("appeal",)
    APPEAL_FIELD_NUMBER: _ClassVar[int]
    appeal: Appeal
    def __init__(self, appeal: _Optional[_Union[Appeal, _Mapping]] = ...) -> None: ...

class ListAppealsRequest(_message.Message):
    __slots__ = ("account", "ruled", "page_size", "page_token")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    RULED_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    account: str
    ruled: bool
    page_size: int
    page_token: str
    def __init__(self, account: _Optional[str] = ..., ruled: _Optional[bool] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListAppealsResponse(_message.Message):
    __slots__ = ("appeals", "next_page_token")
    APPEALS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    appeals: _containers.RepeatedCompositeFieldContainer[Appeal]
    next_page_token: str
    def __init__(self, appeals: _Optional[_Iterable[_Union[Appeal, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class RuleAppealRequest(_message.Message):
    __slots__ = ("account", "appeal", "outcome", "reason", "end_time", "request_id")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    APPEAL_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    account: str
    appeal: str
    outcome: str
    reason: str
    end_time: _timestamp_pb2.Timestamp
    request_id: str
    def __init__(self, account: _Optional[str] = ..., appeal: _Optional[str] = ..., outcome: _Optional[str] = ..., reason: _Optional[str] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., request_id: _Optional[str] = ...) -> None: ...

class RuleAppealResponse(_message.Message):
    __slots__ = ("appeal",)
    APPEAL_FIELD_NUMBER: _ClassVar[int]
    appeal: Appeal
    def __init__(self, appeal: _Optional[_Union[Appeal, _Mapping]] = ...) -> None: ...

class SendMessageRequest(_message.Message):
    __slots__ = ("account", "request_id", "to", "kind", "subject", "body")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    BODY_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    to: str
    kind: str
    subject: str
    body: str
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., to: _Optional[str] = ..., kind: _Optional[str] = ..., subject: _Optional[str] = ..., body: _Optional[str] = ...) -> None: ...

class SendMessageResponse(_message.Message):
    __slots__ = ("id", "create_time")
    ID_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    id: str
    create_time: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[str] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class GiveRoleRequest(_message.Message):
    __slots__ = ("account", "to", "role", "reason", "request_id")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    account: str
    to: str
    role: str
    reason: str
    request_id: str
    def __init__(self, account: _Optional[str] = ..., to: _Optional[str] = ..., role: _Optional[str] = ..., reason: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class GiveRoleResponse(_message.Message):
    __slots__ = ("roles",)
    ROLES_FIELD_NUMBER: _ClassVar[int]
    roles: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, roles: _Optional[_Iterable[str]] = ...) -> None: ...

class TakeRoleRequest(_message.Message):
    __slots__ = ("account", "to", "role", "reason", "request_id")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    account: str
    to: str
    role: str
    reason: str
    request_id: str
    def __init__(self, account: _Optional[str] = ..., to: _Optional[str] = ..., role: _Optional[str] = ..., reason: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class TakeRoleResponse(_message.Message):
    __slots__ = ("roles",)
    ROLES_FIELD_NUMBER: _ClassVar[int]
    roles: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, roles: _Optional[_Iterable[str]] = ...) -> None: ...

class ListAuditEntriesRequest(_message.Message):
    __slots__ = ("account", "subject", "page_size", "page_token")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    account: str
    subject: str
    page_size: int
    page_token: str
    def __init__(self, account: _Optional[str] = ..., subject: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListAuditEntriesResponse(_message.Message):
    __slots__ = ("entries", "next_page_token")
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    entries: _containers.RepeatedCompositeFieldContainer[AuditEntry]
    next_page_token: str
    def __init__(self, entries: _Optional[_Iterable[_Union[AuditEntry, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class Setting(_message.Message):
    __slots__ = ("name", "service", "kind", "value_json", "usual_json", "min", "max", "choices")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SERVICE_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    VALUE_JSON_FIELD_NUMBER: _ClassVar[int]
    USUAL_JSON_FIELD_NUMBER: _ClassVar[int]
    MIN_FIELD_NUMBER: _ClassVar[int]
    MAX_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    name: str
    service: str
    kind: str
    value_json: str
    usual_json: str
    min: int
    max: int
    choices: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, name: _Optional[str] = ..., service: _Optional[str] = ..., kind: _Optional[str] = ..., value_json: _Optional[str] = ..., usual_json: _Optional[str] = ..., min: _Optional[int] = ..., max: _Optional[int] = ..., choices: _Optional[_Iterable[str]] = ...) -> None: ...

class ListSettingsRequest(_message.Message):
    __slots__ = ("account",)
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    account: str
    def __init__(self, account: _Optional[str] = ...) -> None: ...

class ListSettingsResponse(_message.Message):
    __slots__ = ("settings",)
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    settings: _containers.RepeatedCompositeFieldContainer[Setting]
    def __init__(self, settings: _Optional[_Iterable[_Union[Setting, _Mapping]]] = ...) -> None: ...

class ChangeSettingRequest(_message.Message):
    __slots__ = ("account", "name", "value_json", "reason", "request_id")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_JSON_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    account: str
    name: str
    value_json: str
    reason: str
    request_id: str
    def __init__(self, account: _Optional[str] = ..., name: _Optional[str] = ..., value_json: _Optional[str] = ..., reason: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class ChangeSettingResponse(_message.Message):
    __slots__ = ("order", "placed", "before_json")
    ORDER_FIELD_NUMBER: _ClassVar[int]
    PLACED_FIELD_NUMBER: _ClassVar[int]
    BEFORE_JSON_FIELD_NUMBER: _ClassVar[int]
    order: str
    placed: bool
    before_json: str
    def __init__(self, order: _Optional[str] = ..., placed: _Optional[bool] = ..., before_json: _Optional[str] = ...) -> None: ...
