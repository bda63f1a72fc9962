"""Pictures of boards and cards, drawn from views that show all hands (RULES.md §23). Pure: a view in, a picture out."""
