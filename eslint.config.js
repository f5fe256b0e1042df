// The names and descriptions of schema.graphql. oxlint checks everything else.
import graphql from '@graphql-eslint/eslint-plugin';

const rule = (name) => `@graphql-eslint/${name}`;
const { rules: recommended } = graphql.configs['flat/schema-recommended'];

/** The definitions of a kind whose type, null or not, is a scalar. */
const ofType = (kind, scalar) =>
  `${kind}:matches([gqlType.name.value=${scalar}], [gqlType.gqlType.name.value=${scalar}])`;
const isBoolean = { requiredPattern: /^(is|can|has|does)[A-Z]/ };
const counts = '[description.value=/^(In how many|How (many|often)|(The )?[Nn]umber of (?!the ))/]';

export default [
  {
    files: ['schema.graphql'],
    plugins: { '@graphql-eslint': graphql },
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema: 'schema.graphql' } } },
    rules: {
      ...recommended,
      [rule('naming-convention')]: [
        'error',
        {
          types: 'PascalCase',
          FieldDefinition: 'camelCase',
          InputValueDefinition: 'camelCase',
          DirectiveDefinition: 'camelCase',
          'EnumValueDefinition[parent.name.value!=ErrorReason]': 'UPPER_CASE',
          // Reasons are those of REST, letter by letter: programs compare them with the same texts in both.
          'EnumValueDefinition[parent.name.value=ErrorReason]': 'snake_case',
          'FieldDefinition[parent.name.value=Query]': { forbiddenPatterns: [/^(get|list|fetch|query)[A-Z]/] },
          InputObjectTypeDefinition: { requiredSuffixes: ['Input'] },
          'ObjectTypeDefinition, InterfaceTypeDefinition, UnionTypeDefinition, EnumTypeDefinition': {
            forbiddenSuffixes: ['Input', 'Enum', 'Interface', 'Union'],
          },
          [ofType('FieldDefinition', 'Boolean')]: isBoolean,
          // `consent` is what the signer gives, not a state.
          [ofType('InputValueDefinition[name.value!=consent]', 'Boolean')]: isBoolean,
          // Days and months are a length of time.
          [`${ofType('FieldDefinition', 'Int')}${counts}`]: { requiredPattern: /^(days|months)$|Count$/ },
        },
      ],
      [rule('require-description')]: [
        'error',
        {
          types: true,
          FieldDefinition: true,
          InputValueDefinition: true,
          EnumValueDefinition: true,
          DirectiveDefinition: true,
          // GraphQL itself says what they are.
          ignoredSelectors: ['ObjectTypeDefinition[name.value=/^(Query|Mutation|Subscription)$/]'],
        },
      ],
      // The interface fixes slideId, slideType and slideContext of slides.
      [rule('no-typename-prefix')]: 'off',
      // Values have no id: test/rules/node-ids.test.ts lists them.
      [rule('strict-id-in-types')]: 'off',
      // Pages go forward alone.
      [rule('relay-arguments')]: ['error', { includeBoth: false }],
      [rule('relay-connection-types')]: 'error',
      // Lists without pages are lists of their items.
      [rule('relay-edge-types')]: [
        'error',
        { withEdgeSuffix: true, shouldImplementNode: true, listTypeCanWrapOnlyEdgeType: false },
      ],
      [rule('relay-page-info')]: 'error',
    },
  },
];
