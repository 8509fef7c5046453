/** JSON value: the result of a view. */
export type Json = string | number | boolean | null | undefined | readonly Json[] | JsonObject;

export type JsonObject = { readonly [name: string]: Json };
