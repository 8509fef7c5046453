/** Set up when mutants are tested: a property that fails has done its work, nobody reads its smallest counterexample. */
import fc from 'fast-check';

fc.configureGlobal({ endOnFailure: true });
