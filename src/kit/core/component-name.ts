/** The name of a type in the contracts: `contract.signed` becomes `ContractSigned`. */
export function componentName(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
