/** An exact decimal number: `units` of ten to the power of minus `scale`. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/** @param text a decimal as the contract writes it, such as `-12.50` (D-18) */
export function parseDecimal(text: string): Decimal {
  const [whole = '0', fraction = ''] = text.split('.');
  return { units: BigInt(whole + fraction), scale: fraction.length };
}

export function multiply(left: Decimal, right: Decimal): Decimal {
  return { units: left.units * right.units, scale: left.scale + right.scale };
}

export function add(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return { units: atScale(left, scale) + atScale(right, scale), scale };
}

export function subtract(left: Decimal, right: Decimal): Decimal {
  return add(left, { units: -right.units, scale: right.scale });
}

export function sumOf(values: readonly Decimal[]): Decimal {
  return values.reduce(add, { units: 0n, scale: 0 });
}

/** Whether a value differs from another by a tolerance at most. */
export function isWithin(value: Decimal, expected: Decimal, tolerance: Decimal): boolean {
  const { units, scale } = subtract(value, expected);
  return subtract(tolerance, { units: units < 0n ? -units : units, scale }).units >= 0n;
}

/** Rounds half up, away from zero: 0.005 to 0.01, and -0.005 to -0.01 (D-15). */
export function roundTo(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return { units: atScale(value, scale), scale };
  const divisor = 10n ** BigInt(value.scale - scale);
  const magnitude = value.units < 0n ? -value.units : value.units;
  const rounded = (magnitude * 2n + divisor) / (divisor * 2n);
  return { units: value.units < 0n ? -rounded : rounded, scale };
}

export function formatDecimal({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const sign = units < 0n ? '-' : '';
  return scale === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-scale)}`;
}

function atScale({ units, scale }: Decimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale);
}
