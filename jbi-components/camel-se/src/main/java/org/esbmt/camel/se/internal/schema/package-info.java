/**
 * Validation of messages against XML schemas of a unit. Start from
 * {@link org.esbmt.camel.se.internal.schema.CompiledSchema}.
 */
package org.esbmt.camel.se.internal.schema;
