/**
 * The routes of a service unit as our own values: what the readers of the two languages understand, and all that the
 * engine builds from. There is no class for what a tenant may not write. Immutable throughout; every number is within its
 * bounds already.
 */
package org.esbmt.camel.se.internal.model;
