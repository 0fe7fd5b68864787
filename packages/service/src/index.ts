export type { DeliveryOptions } from './delivery/delivery.ts';
export { type DemoAccess, seedDemo } from './demo/demo-seed.ts';
export type { PasswordCost } from './security/password.ts';
export { type Service, type ServiceOptions, startService } from './service.ts';
export { ServiceError, type ServiceErrorCode } from './service-error.ts';
