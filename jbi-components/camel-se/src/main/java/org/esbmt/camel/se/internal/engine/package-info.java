/**
 * Runs the routes of service units: from the model to Camel's definitions, from exchanges of the bus to those of Camel and
 * back. Steps that keep a state or need threads are made elsewhere ({@link org.esbmt.camel.se.internal.engine.StatefulSteps}),
 * as are values of XPath.
 */
package org.esbmt.camel.se.internal.engine;
