/** Reasons for recommending a form of an asset, by their names in requests and responses. */
export const RECOMMENDATION_REASONS = ['UNKNOWN', 'MOST_LIQUID', 'BASE_TOKEN', 'DIRECT'] as const;
export type RecommendationReason = (typeof RECOMMENDATION_REASONS)[number];
