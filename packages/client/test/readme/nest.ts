import { type BusinessCloudClient, type ClientOptions, createClient } from '@business-cloud/client';
import type { DynamicModule, FactoryProvider } from '@nestjs/common';

/** Inject it by `constructor(@Inject(BUSINESS_CLOUD) private readonly client: BusinessCloudClient) {}`. */
export const BUSINESS_CLOUD: unique symbol = Symbol('business-cloud');

/** `imports: [businessCloud(options)]`: one client for the whole application, and so one login. */
export function businessCloud(options: ClientOptions): DynamicModule {
  const provider: FactoryProvider<BusinessCloudClient> = {
    provide: BUSINESS_CLOUD,
    useFactory: () => createClient(options),
  };
  return { module: class BusinessCloudModule {}, global: true, providers: [provider], exports: [provider] };
}
