/** Matches a denom by the SDK's rule. */
export const DENOM = /^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/;
