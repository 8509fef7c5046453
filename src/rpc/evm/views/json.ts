/** A JSON value: what views make of domain types. */
export type Json = string | number | boolean | null | undefined | readonly Json[] | JsonObject;

export type JsonObject = { readonly [name: string]: Json };
