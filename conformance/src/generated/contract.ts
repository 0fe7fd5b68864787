export const specsVersion: string = '0.0.0';
