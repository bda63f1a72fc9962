"""What the mocked house says of its REST paths unless a test says otherwise."""

from typing import Any

from services.contracts.lobby import presence, seeks
from services.contracts.lobby.accounts import bots, programs, providers, tokens, visits
from services.contracts.lobby.people import blocks, calls, cards, friends, messages, notice_mails, push, watching
from services.contracts.ranking.badges import OwnBadges
from services.contracts.ranking.days import Days
from services.contracts.tables import sharing
from services.contracts.tables.problems import OwnProblems
from services.contracts.tournaments import calendar, competitions

_NEVER_QUIET = push.QuietHours(from_minute=0, to_minute=0, zone="UTC")


def usual_answers() -> dict[str, Any]:
    """Path → answer: of a player without friends, invitations or searches, in a room where little goes on."""
    return {
        "calendar": calendar.Calendar(lines=[], as_of_ms=0),
        "calendar/past": calendar.PastCompetitions(past=[]),
        "cells": visits.Cells(cells=[]),
        "me/calendar": calendar.CalendarFeed(made_at_ms=None),
        "me/card": cards.CardSettings(last_seen="friends"),
        "me/export": None,
        "me/blocks": blocks.Blocks(players=[], most=100),
        "counts": presence.Counts(players=12, matches=3, practising=0),
        "me/competitions/invited": competitions.Competitions(competitions=[]),
        "me/competitions": calendar.OwnCompetitions(competitions=[]),
        "me/companies": {"mine": [], "invitations": [], "asked": [], "most": 10},
        "me/conversations": messages.Conversations(conversations=[], unread=0),
        "me/friends": friends.Friends(friends=[], asking=[], asked=[], most=200),
        "me/friends/games": watching.FriendsGames(top=None, games=[]),
        "providers": providers.Providers(providers=[]),
        "top-table": watching.TopTable(top=None),
        "me/calls": calls.Calls(sent=[], received=[], most=10),
        "me/mails": notice_mails.MailChoices(offered=False, confirmed=False, kinds=[]),
        "me/badges": OwnBadges(badges=[], goals=[], quiet=False),
        "me/days": Days(streak_days=0, today=False),
        "me/problems": OwnProblems(today="2026-11-28", next_at_ms=0, problems=[]),
        "me/push": push.PushChoices(key="", kinds=[], quiet=_NEVER_QUIET, browsers=0),
        "me/bots": bots.Bots(bots=[], bots_max=3, games_day_max=200),
        "me/programs": programs.Programs(registered=[], allowed=[], programs_max=5, redirects_max=5),
        "me/tokens": tokens.PersonalTokens(tokens=[], tokens_max=20, days_max=366, password=True),
        "shares": sharing.Shares(choice="ask", links=[], questions=[], limit=50),
        "me/seek": seeks.Seeks(seek=None, waiting=[], wait_max_s=1_800),
    }
