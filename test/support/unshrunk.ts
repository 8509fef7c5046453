/**
 * Configures mutation tests: a property stops at its first failure, because its smallest counterexample is not needed.
 */
import fc from 'fast-check';

fc.configureGlobal({ endOnFailure: true });
