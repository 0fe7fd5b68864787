import type { Subject } from '../binding/subjects.ts';
import type { Finding } from './finding.ts';
import type { PlaceOf } from './fired-events.ts';
import { isNode, type Node, nodeOf, stringsOf } from './visitor.ts';

/** Every message has the headers by which a receiver knows who sent it: those of the document's security schemes. */
export function checkSignedEvents(document: Node, subjects: readonly Subject[], placeOf: PlaceOf): readonly Finding[] {
  const schemes = Object.values(nodeOf(nodeOf(document.components).securitySchemes)).map(nodeOf);
  const demanded = schemes.flatMap((scheme) => (scheme.in === 'header' ? [String(scheme.name)] : []));
  return subjects
    .filter(({ facts }) => facts.event)
    .flatMap(({ name, node }) => {
      const missing = demanded.filter((header) => !requiredHeaders(node).includes(header));
      return missing.map((header) => ({
        where: placeOf(node),
        message: `${name} has no ${header}, which proves who sent it. Add the trait delivery.yaml.`,
      }));
    });
}

function requiredHeaders(message: Node): readonly string[] {
  const traits = Array.isArray(message.traits) ? message.traits : [];
  return [message, ...traits.filter(isNode)].flatMap(({ headers }) => stringsOf(nodeOf(headers).required));
}
