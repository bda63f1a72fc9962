"""Between people: friends, blocks, messages, invitations, companies, cards, notices, conduct."""
