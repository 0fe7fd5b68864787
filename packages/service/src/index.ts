export { type Service, startService } from './composition/service.ts';
export type { ServiceOptions } from './composition/service-options.ts';
export type { DeliveryOptions } from './delivery/delivery.ts';
export { type DemoAccess, seedDemo } from './demo/demo-seed.ts';
export { ServiceError, type ServiceErrorCode } from './model/service-error.ts';
export type { PasswordCost } from './security/password.ts';
