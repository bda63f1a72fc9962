import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from ....kafeneio.lobby.v1 import lobby_pb2 as _lobby_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CompanyRole(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COMPANY_ROLE_UNSPECIFIED: _ClassVar[CompanyRole]
    COMPANY_ROLE_FOUNDER: _ClassVar[CompanyRole]
    COMPANY_ROLE_HOST: _ClassVar[CompanyRole]
    COMPANY_ROLE_MEMBER: _ClassVar[CompanyRole]

class Joining(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    JOINING_UNSPECIFIED: _ClassVar[Joining]
    JOINING_OPEN: _ClassVar[Joining]
    JOINING_ASKED: _ClassVar[Joining]
    JOINING_INVITED: _ClassVar[Joining]

class CompanyRecordKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COMPANY_RECORD_KIND_UNSPECIFIED: _ClassVar[CompanyRecordKind]
    COMPANY_RECORD_KIND_FOUNDED: _ClassVar[CompanyRecordKind]
    COMPANY_RECORD_KIND_RENAMED: _ClassVar[CompanyRecordKind]
    COMPANY_RECORD_KIND_RENAME: _ClassVar[CompanyRecordKind]
    COMPANY_RECORD_KIND_RESTORE_NAME: _ClassVar[CompanyRecordKind]
    COMPANY_RECORD_KIND_REMOVE_PICTURE: _ClassVar[CompanyRecordKind]
    COMPANY_RECORD_KIND_CLOSE_CHAT: _ClassVar[CompanyRecordKind]
    COMPANY_RECORD_KIND_OPEN_CHAT: _ClassVar[CompanyRecordKind]
    COMPANY_RECORD_KIND_CLOSE: _ClassVar[CompanyRecordKind]
    COMPANY_RECORD_KIND_REOPEN: _ClassVar[CompanyRecordKind]

class CompanyDeed(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COMPANY_DEED_UNSPECIFIED: _ClassVar[CompanyDeed]
    COMPANY_DEED_RENAME: _ClassVar[CompanyDeed]
    COMPANY_DEED_RESTORE_NAME: _ClassVar[CompanyDeed]
    COMPANY_DEED_REMOVE_PICTURE: _ClassVar[CompanyDeed]
    COMPANY_DEED_CLOSE_CHAT: _ClassVar[CompanyDeed]
    COMPANY_DEED_OPEN_CHAT: _ClassVar[CompanyDeed]
    COMPANY_DEED_CLOSE: _ClassVar[CompanyDeed]
    COMPANY_DEED_REOPEN: _ClassVar[CompanyDeed]
COMPANY_ROLE_UNSPECIFIED: CompanyRole
COMPANY_ROLE_FOUNDER: CompanyRole
COMPANY_ROLE_HOST: CompanyRole
COMPANY_ROLE_MEMBER: CompanyRole
JOINING_UNSPECIFIED: Joining
JOINING_OPEN: Joining
JOINING_ASKED: Joining
JOINING_INVITED: Joining
COMPANY_RECORD_KIND_UNSPECIFIED: CompanyRecordKind
COMPANY_RECORD_KIND_FOUNDED: CompanyRecordKind
COMPANY_RECORD_KIND_RENAMED: CompanyRecordKind
COMPANY_RECORD_KIND_RENAME: CompanyRecordKind
COMPANY_RECORD_KIND_RESTORE_NAME: CompanyRecordKind
COMPANY_RECORD_KIND_REMOVE_PICTURE: CompanyRecordKind
COMPANY_RECORD_KIND_CLOSE_CHAT: CompanyRecordKind
COMPANY_RECORD_KIND_OPEN_CHAT: CompanyRecordKind
COMPANY_RECORD_KIND_CLOSE: CompanyRecordKind
COMPANY_RECORD_KIND_REOPEN: CompanyRecordKind
COMPANY_DEED_UNSPECIFIED: CompanyDeed
COMPANY_DEED_RENAME: CompanyDeed
COMPANY_DEED_RESTORE_NAME: CompanyDeed
COMPANY_DEED_REMOVE_PICTURE: CompanyDeed
COMPANY_DEED_CLOSE_CHAT: CompanyDeed
COMPANY_DEED_OPEN_CHAT: CompanyDeed
COMPANY_DEED_CLOSE: CompanyDeed
COMPANY_DEED_REOPEN: CompanyDeed

class Evening(_message.Message):
    __slots__ = ("weekday", "minute", "zone", "game")
    WEEKDAY_FIELD_NUMBER: _ClassVar[int]
    MINUTE_FIELD_NUMBER: _ClassVar[int]
    ZONE_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    weekday: int
    minute: int
    zone: str
    game: str
    def __init__(self, weekday: _Optional[int] = ..., minute: _Optional[int] = ..., zone: _Optional[str] = ..., game: _Optional[str] = ...) -> None: ...

class CompanyLine(_message.Message):
    __slots__ = ("company", "name", "joining", "members", "founder", "picture", "role", "evening", "evening_time", "coming", "comes")
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    JOINING_FIELD_NUMBER: _ClassVar[int]
    MEMBERS_FIELD_NUMBER: _ClassVar[int]
    FOUNDER_FIELD_NUMBER: _ClassVar[int]
    PICTURE_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    EVENING_FIELD_NUMBER: _ClassVar[int]
    EVENING_TIME_FIELD_NUMBER: _ClassVar[int]
    COMING_FIELD_NUMBER: _ClassVar[int]
    COMES_FIELD_NUMBER: _ClassVar[int]
    company: str
    name: str
    joining: Joining
    members: int
    founder: str
    picture: str
    role: CompanyRole
    evening: Evening
    evening_time: _timestamp_pb2.Timestamp
    coming: int
    comes: bool
    def __init__(self, company: _Optional[str] = ..., name: _Optional[str] = ..., joining: _Optional[_Union[Joining, str]] = ..., members: _Optional[int] = ..., founder: _Optional[str] = ..., picture: _Optional[str] = ..., role: _Optional[_Union[CompanyRole, str]] = ..., evening: _Optional[_Union[Evening, _Mapping]] = ..., evening_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., coming: _Optional[int] = ..., comes: _Optional[bool] = ...) -> None: ...

class CompanyMember(_message.Message):
    __slots__ = ("account", "name", "role", "join_time", "mute_end_time", "comes")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    JOIN_TIME_FIELD_NUMBER: _ClassVar[int]
    MUTE_END_TIME_FIELD_NUMBER: _ClassVar[int]
    COMES_FIELD_NUMBER: _ClassVar[int]
    account: str
    name: str
    role: CompanyRole
    join_time: _timestamp_pb2.Timestamp
    mute_end_time: _timestamp_pb2.Timestamp
    comes: bool
    def __init__(self, account: _Optional[str] = ..., name: _Optional[str] = ..., role: _Optional[_Union[CompanyRole, str]] = ..., join_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., mute_end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., comes: _Optional[bool] = ...) -> None: ...

class CompanyCandidate(_message.Message):
    __slots__ = ("account", "name", "event_time")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    account: str
    name: str
    event_time: _timestamp_pb2.Timestamp
    def __init__(self, account: _Optional[str] = ..., name: _Optional[str] = ..., event_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Company(_message.Message):
    __slots__ = ("line", "members", "asking", "invited", "tables", "is_invited", "has_asked")
    LINE_FIELD_NUMBER: _ClassVar[int]
    MEMBERS_FIELD_NUMBER: _ClassVar[int]
    ASKING_FIELD_NUMBER: _ClassVar[int]
    INVITED_FIELD_NUMBER: _ClassVar[int]
    TABLES_FIELD_NUMBER: _ClassVar[int]
    IS_INVITED_FIELD_NUMBER: _ClassVar[int]
    HAS_ASKED_FIELD_NUMBER: _ClassVar[int]
    line: CompanyLine
    members: _containers.RepeatedCompositeFieldContainer[CompanyMember]
    asking: _containers.RepeatedCompositeFieldContainer[CompanyCandidate]
    invited: _containers.RepeatedCompositeFieldContainer[CompanyCandidate]
    tables: _containers.RepeatedCompositeFieldContainer[_lobby_pb2.Table]
    is_invited: bool
    has_asked: bool
    def __init__(self, line: _Optional[_Union[CompanyLine, _Mapping]] = ..., members: _Optional[_Iterable[_Union[CompanyMember, _Mapping]]] = ..., asking: _Optional[_Iterable[_Union[CompanyCandidate, _Mapping]]] = ..., invited: _Optional[_Iterable[_Union[CompanyCandidate, _Mapping]]] = ..., tables: _Optional[_Iterable[_Union[_lobby_pb2.Table, _Mapping]]] = ..., is_invited: _Optional[bool] = ..., has_asked: _Optional[bool] = ...) -> None: ...

class CompanyInvitation(_message.Message):
    __slots__ = ("line", "by", "event_time")
    LINE_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    line: CompanyLine
    by: str
    event_time: _timestamp_pb2.Timestamp
    def __init__(self, line: _Optional[_Union[CompanyLine, _Mapping]] = ..., by: _Optional[str] = ..., event_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class CompanyChatLine(_message.Message):
    __slots__ = ("id", "account", "name", "text", "event_time")
    ID_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    id: int
    account: str
    name: str
    text: str
    event_time: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[int] = ..., account: _Optional[str] = ..., name: _Optional[str] = ..., text: _Optional[str] = ..., event_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ListOwnCompaniesRequest(_message.Message):
    __slots__ = ("account",)
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    account: str
    def __init__(self, account: _Optional[str] = ...) -> None: ...

class ListOwnCompaniesResponse(_message.Message):
    __slots__ = ("mine", "invitations", "asked", "most")
    MINE_FIELD_NUMBER: _ClassVar[int]
    INVITATIONS_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    MOST_FIELD_NUMBER: _ClassVar[int]
    mine: _containers.RepeatedCompositeFieldContainer[CompanyLine]
    invitations: _containers.RepeatedCompositeFieldContainer[CompanyInvitation]
    asked: _containers.RepeatedCompositeFieldContainer[CompanyLine]
    most: int
    def __init__(self, mine: _Optional[_Iterable[_Union[CompanyLine, _Mapping]]] = ..., invitations: _Optional[_Iterable[_Union[CompanyInvitation, _Mapping]]] = ..., asked: _Optional[_Iterable[_Union[CompanyLine, _Mapping]]] = ..., most: _Optional[int] = ...) -> None: ...

class ListOpenCompaniesRequest(_message.Message):
    __slots__ = ("account", "page_size", "page_token")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    account: str
    page_size: int
    page_token: str
    def __init__(self, account: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListOpenCompaniesResponse(_message.Message):
    __slots__ = ("companies", "next_page_token")
    COMPANIES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    companies: _containers.RepeatedCompositeFieldContainer[CompanyLine]
    next_page_token: str
    def __init__(self, companies: _Optional[_Iterable[_Union[CompanyLine, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetCompanyRequest(_message.Message):
    __slots__ = ("account", "company")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    account: str
    company: str
    def __init__(self, account: _Optional[str] = ..., company: _Optional[str] = ...) -> None: ...

class GetCompanyResponse(_message.Message):
    __slots__ = ("company",)
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    company: Company
    def __init__(self, company: _Optional[_Union[Company, _Mapping]] = ...) -> None: ...

class ListCompanyChatRequest(_message.Message):
    __slots__ = ("account", "company")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    account: str
    company: str
    def __init__(self, account: _Optional[str] = ..., company: _Optional[str] = ...) -> None: ...

class ListCompanyChatResponse(_message.Message):
    __slots__ = ("lines",)
    LINES_FIELD_NUMBER: _ClassVar[int]
    lines: _containers.RepeatedCompositeFieldContainer[CompanyChatLine]
    def __init__(self, lines: _Optional[_Iterable[_Union[CompanyChatLine, _Mapping]]] = ...) -> None: ...

class SayInCompanyRequest(_message.Message):
    __slots__ = ("account", "request_id", "company", "text")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    company: str
    text: str
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., company: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class SayInCompanyResponse(_message.Message):
    __slots__ = ("line",)
    LINE_FIELD_NUMBER: _ClassVar[int]
    line: CompanyChatLine
    def __init__(self, line: _Optional[_Union[CompanyChatLine, _Mapping]] = ...) -> None: ...

class FoundCompanyRequest(_message.Message):
    __slots__ = ("account", "request_id", "name", "joining")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    JOINING_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    name: str
    joining: Joining
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., name: _Optional[str] = ..., joining: _Optional[_Union[Joining, str]] = ...) -> None: ...

class FoundCompanyResponse(_message.Message):
    __slots__ = ("company",)
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    company: str
    def __init__(self, company: _Optional[str] = ...) -> None: ...

class ChangeCompanyRequest(_message.Message):
    __slots__ = ("account", "request_id", "company", "name", "joining")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    JOINING_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    company: str
    name: str
    joining: Joining
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., company: _Optional[str] = ..., name: _Optional[str] = ..., joining: _Optional[_Union[Joining, str]] = ...) -> None: ...

class ChangeCompanyResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CloseCompanyRequest(_message.Message):
    __slots__ = ("account", "request_id", "company")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    company: str
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., company: _Optional[str] = ...) -> None: ...

class CloseCompanyResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class InvitePlayerRequest(_message.Message):
    __slots__ = ("account", "request_id", "company", "name")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    company: str
    name: str
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., company: _Optional[str] = ..., name: _Optional[str] = ...) -> None: ...

class InvitePlayerResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class AnswerInvitationRequest(_message.Message):
    __slots__ = ("account", "request_id", "company", "accept")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    ACCEPT_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    company: str
    accept: bool
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., company: _Optional[str] = ..., accept: _Optional[bool] = ...) -> None: ...

class AnswerInvitationResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class JoinCompanyRequest(_message.Message):
    __slots__ = ("account", "request_id", "company")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    company: str
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., company: _Optional[str] = ...) -> None: ...

class JoinCompanyResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class AnswerRequestRequest(_message.Message):
    __slots__ = ("account", "request_id", "company", "player", "accept")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    ACCEPT_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    company: str
    player: str
    accept: bool
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., company: _Optional[str] = ..., player: _Optional[str] = ..., accept: _Optional[bool] = ...) -> None: ...

class AnswerRequestResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class LeaveCompanyRequest(_message.Message):
    __slots__ = ("account", "request_id", "company")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    company: str
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., company: _Optional[str] = ...) -> None: ...

class LeaveCompanyResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class RemoveMemberRequest(_message.Message):
    __slots__ = ("account", "request_id", "company", "player")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    company: str
    player: str
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., company: _Optional[str] = ..., player: _Optional[str] = ...) -> None: ...

class RemoveMemberResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SetRoleRequest(_message.Message):
    __slots__ = ("account", "request_id", "company", "player", "role")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    company: str
    player: str
    role: CompanyRole
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., company: _Optional[str] = ..., player: _Optional[str] = ..., role: _Optional[_Union[CompanyRole, str]] = ...) -> None: ...

class SetRoleResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class MuteMemberRequest(_message.Message):
    __slots__ = ("account", "request_id", "company", "player", "muted")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    MUTED_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    company: str
    player: str
    muted: bool
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., company: _Optional[str] = ..., player: _Optional[str] = ..., muted: _Optional[bool] = ...) -> None: ...

class MuteMemberResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SetEveningRequest(_message.Message):
    __slots__ = ("account", "request_id", "company", "evening")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    EVENING_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    company: str
    evening: Evening
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., company: _Optional[str] = ..., evening: _Optional[_Union[Evening, _Mapping]] = ...) -> None: ...

class SetEveningResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ComeToEveningRequest(_message.Message):
    __slots__ = ("account", "request_id", "company", "comes")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    COMES_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    company: str
    comes: bool
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., company: _Optional[str] = ..., comes: _Optional[bool] = ...) -> None: ...

class ComeToEveningResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SeenCompany(_message.Message):
    __slots__ = ("company", "name", "members", "closed")
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    MEMBERS_FIELD_NUMBER: _ClassVar[int]
    CLOSED_FIELD_NUMBER: _ClassVar[int]
    company: str
    name: str
    members: int
    closed: bool
    def __init__(self, company: _Optional[str] = ..., name: _Optional[str] = ..., members: _Optional[int] = ..., closed: _Optional[bool] = ...) -> None: ...

class CompanyRecord(_message.Message):
    __slots__ = ("event_time", "kind", "name", "by", "before", "reason")
    EVENT_TIME_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    event_time: _timestamp_pb2.Timestamp
    kind: CompanyRecordKind
    name: str
    by: str
    before: str
    reason: str
    def __init__(self, event_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., kind: _Optional[_Union[CompanyRecordKind, str]] = ..., name: _Optional[str] = ..., by: _Optional[str] = ..., before: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class CompanyFile(_message.Message):
    __slots__ = ("company", "name", "joining", "found_time", "picture", "evening", "evening_time", "members", "records", "lines", "chat_open_time", "has_taken_name", "close_time", "closed_by")
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    JOINING_FIELD_NUMBER: _ClassVar[int]
    FOUND_TIME_FIELD_NUMBER: _ClassVar[int]
    PICTURE_FIELD_NUMBER: _ClassVar[int]
    EVENING_FIELD_NUMBER: _ClassVar[int]
    EVENING_TIME_FIELD_NUMBER: _ClassVar[int]
    MEMBERS_FIELD_NUMBER: _ClassVar[int]
    RECORDS_FIELD_NUMBER: _ClassVar[int]
    LINES_FIELD_NUMBER: _ClassVar[int]
    CHAT_OPEN_TIME_FIELD_NUMBER: _ClassVar[int]
    HAS_TAKEN_NAME_FIELD_NUMBER: _ClassVar[int]
    CLOSE_TIME_FIELD_NUMBER: _ClassVar[int]
    CLOSED_BY_FIELD_NUMBER: _ClassVar[int]
    company: str
    name: str
    joining: Joining
    found_time: _timestamp_pb2.Timestamp
    picture: str
    evening: Evening
    evening_time: _timestamp_pb2.Timestamp
    members: _containers.RepeatedCompositeFieldContainer[CompanyMember]
    records: _containers.RepeatedCompositeFieldContainer[CompanyRecord]
    lines: _containers.RepeatedCompositeFieldContainer[CompanyChatLine]
    chat_open_time: _timestamp_pb2.Timestamp
    has_taken_name: bool
    close_time: _timestamp_pb2.Timestamp
    closed_by: str
    def __init__(self, company: _Optional[str] = ..., name: _Optional[str] = ..., joining: _Optional[_Union[Joining, str]] = ..., found_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., picture: _Optional[str] = ..., evening: _Optional[_Union[Evening, _Mapping]] = ..., evening_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., members: _Optional[_Iterable[_Union[CompanyMember, _Mapping]]] = ..., records: _Optional[_Iterable[_Union[CompanyRecord, _Mapping]]] = ..., lines: _Optional[_Iterable[_Union[CompanyChatLine, _Mapping]]] = ..., chat_open_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., has_taken_name: _Optional[bool] = ..., close_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., closed_by: _Optional[str] = ...) -> None: ...

class LookupCompaniesRequest(_message.Message):
    __slots__ = ("account", "name")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    account: str
    name: str
    def __init__(self, account: _Optional[str] = ..., name: _Optional[str] = ...) -> None: ...

class LookupCompaniesResponse(_message.Message):
    __slots__ = ("companies",)
    COMPANIES_FIELD_NUMBER: _ClassVar[int]
    companies: _containers.RepeatedCompositeFieldContainer[SeenCompany]
    def __init__(self, companies: _Optional[_Iterable[_Union[SeenCompany, _Mapping]]] = ...) -> None: ...

class GetCompanyFileRequest(_message.Message):
    __slots__ = ("account", "company")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    account: str
    company: str
    def __init__(self, account: _Optional[str] = ..., company: _Optional[str] = ...) -> None: ...

class GetCompanyFileResponse(_message.Message):
    __slots__ = ("file",)
    FILE_FIELD_NUMBER: _ClassVar[int]
    file: CompanyFile
    def __init__(self, file: _Optional[_Union[CompanyFile, _Mapping]] = ...) -> None: ...

class ActOnCompanyRequest(_message.Message):
    __slots__ = ("account", "request_id", "company", "deed", "reason", "days")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    COMPANY_FIELD_NUMBER: _ClassVar[int]
    DEED_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    DAYS_FIELD_NUMBER: _ClassVar[int]
    account: str
    request_id: str
    company: str
    deed: CompanyDeed
    reason: str
    days: int
    def __init__(self, account: _Optional[str] = ..., request_id: _Optional[str] = ..., company: _Optional[str] = ..., deed: _Optional[_Union[CompanyDeed, str]] = ..., reason: _Optional[str] = ..., days: _Optional[int] = ...) -> None: ...

class ActOnCompanyResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
