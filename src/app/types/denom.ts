/** The SDK's rule for a denom. */
export const DENOM = /^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/;
