"""Do the tests notice a fault? `make mutants` makes faults in rules, one at a time, and counts those that no test sees.

A *mutant* is a pure module with one operator, comparison, number or condition changed (the changes are cosmic-ray's).
The tests of the module's own service are run against it, those that execute the changed line and lie nearest first. A
mutant is *killed* when a test fails, or runs much longer than it should, and has *survived* otherwise. Mutants that
change nothing a test could see are listed with the reason in `equivalent.json`.
"""
