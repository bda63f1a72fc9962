/** The house's help line (setting `rg_helpline`, services/wallet/RULES.md §11), as it is dialled and as it is read. */
export const HELPLINE = { dial: "2109237777", read: "210 923 7777" } as const;
