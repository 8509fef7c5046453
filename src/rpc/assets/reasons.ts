/** Why a form of an asset is recommended, as requests and answers name it. */
export const RECOMMENDATION_REASONS = ['UNKNOWN', 'MOST_LIQUID', 'BASE_TOKEN', 'DIRECT'] as const;
export type RecommendationReason = (typeof RECOMMENDATION_REASONS)[number];
