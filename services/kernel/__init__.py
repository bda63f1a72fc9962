"""Pure vocabulary that every part of Kafeneio shares: ids, chips, seats, clock, refusal, fair chance."""
