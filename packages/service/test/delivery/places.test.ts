import { expect, test } from 'vitest';
import { createEndpoint, type Endpoint } from '../../src/delivery/endpoint.ts';
import { createPlaces, type Places } from '../../src/delivery/places.ts';
import { ATTEMPTS_IN_FLIGHT_MAX } from '../../src/generated/limits.ts';

/** Begins one attempt each to so many new endpoints. */
function begin(places: Places, count: number): Endpoint[] {
  const endpoints = Array.from({ length: count }, createEndpoint);
  for (const endpoint of endpoints) places.change(endpoint, endpoint.attemptBegan);
  return endpoints;
}

test('when the places are taken there is none for another endpoint, until an attempt ends', () => {
  const places = createPlaces();
  const [first] = begin(places, ATTEMPTS_IN_FLIGHT_MAX);
  const other = createEndpoint();
  expect(places.allowed(other)).toBe(0);
  if (first !== undefined) places.change(first, () => first.attemptEnded({ answered: true, late: false }));
  expect(places.allowed(other)).toBe(1);
});

test('there are as many places as are asked for', () => {
  const places = createPlaces(2);
  begin(places, 1);
  expect(places.allowed(createEndpoint())).toBe(1);
  begin(places, 1);
  expect(places.allowed(createEndpoint())).toBe(0);
});

test('an attempt that is late gives its place to endpoints that answer in time', () => {
  const places = createPlaces();
  const [first] = begin(places, ATTEMPTS_IN_FLIGHT_MAX);
  if (first !== undefined) places.change(first, first.attemptIsLate);
  expect(places.allowed(createEndpoint())).toBe(1);
});

test('a slow endpoint that did answer has a place even if the others hold them all', () => {
  const places = createPlaces();
  for (const endpoint of begin(places, ATTEMPTS_IN_FLIGHT_MAX)) places.change(endpoint, endpoint.attemptIsLate);
  const slow = (answered: boolean): Endpoint => {
    const endpoint = createEndpoint();
    places.change(endpoint, endpoint.attemptBegan);
    places.change(endpoint, endpoint.attemptIsLate);
    places.change(endpoint, () => endpoint.attemptEnded({ answered, late: true }));
    return endpoint;
  };
  expect([places.allowed(slow(true)), places.allowed(slow(false))]).toEqual([1, 0]);
});
