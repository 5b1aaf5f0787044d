/**
 * The routes of a service unit as values of this bundle. The readers of both languages create them, and the engine
 * builds from them alone. A construct that is forbidden for tenants has no class here. All values are immutable, and
 * every number is within its bounds already.
 */
package org.esbmt.camel.se.internal.model;
