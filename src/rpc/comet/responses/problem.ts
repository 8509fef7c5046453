/** Explains why a response of a node could not be decoded. */
import { InvalidEvidence } from '../evidence/validate_basic.js';
import { EnginePanic, GoError } from '../protocol/error.js';

/** Returns the text of an error that the decoders of this folder throw; undefined for any other error. */
export const responseProblem = (error: unknown): string | undefined =>
  error instanceof GoError || error instanceof InvalidEvidence || error instanceof EnginePanic
    ? error.message
    : undefined;
