/**
 * The routes of a service unit as values of this bundle. The readers of both languages make them, and the engine builds
 * from them alone. Nothing that a tenant may not write has a class here. Immutable throughout; every number is within
 * its bounds already.
 */
package org.esbmt.camel.se.internal.model;
