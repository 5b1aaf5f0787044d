/**
 * Runs the routes of service units: converts the model to Camel's definitions, and exchanges of the bus to those of
 * Camel and back. Other packages implement steps with a state or threads ({@link
 * org.esbmt.camel.se.internal.engine.StatefulSteps}), and values of XPath.
 */
package org.esbmt.camel.se.internal.engine;
