/** Keeps the messages that are on their way. The same message can be on the same way more than once. */

export interface Flight {
  readonly from: number;
  readonly to: number;
  /** Number of the message. */
  readonly message: number;
  readonly at: number;
  readonly until: number;
}

export type Flights = Map<number, readonly Flight[]>;

/** Most indexes of nodes in a key. */
const MAX_NODES = 1024;

/** Allows for a delay that was rounded to whole microseconds. */
const ROUNDING_US = 1;

const keyOf = ({ from, to, message }: Pick<Flight, 'from' | 'to' | 'message'>): number =>
  (message * MAX_NODES + from) * MAX_NODES + to;

export function addFlight(flights: Flights, flight: Flight): void {
  const key = keyOf(flight);
  const known = flights.get(key);
  flights.set(key, known === undefined ? [flight] : [...known, flight]);
}

/** Flights as a list, whose copy is much cheaper than that of a map. */
export type FlightList = readonly (readonly Flight[])[];

export const listFlights = (flights: Flights): FlightList => [...flights.values()];

export const flightsOf = (list: FlightList): Flights =>
  new Map(list.flatMap((same) => (same[0] === undefined ? [] : [[keyOf(same[0]), same] as const])));

/** Removes a message that arrives or is lost now. One that was lost when it was sent is not on its way. */
export function landFlight(flights: Flights, which: Pick<Flight, 'from' | 'to' | 'message'>, at: number): void {
  const key = keyOf(which);
  const known = flights.get(key);
  if (known === undefined) return;
  const landed = known.findIndex(({ until }) => until <= at + ROUNDING_US);
  if (landed < 0) return;
  if (known.length === 1) flights.delete(key);
  else flights.set(key, known.toSpliced(landed, 1));
}
