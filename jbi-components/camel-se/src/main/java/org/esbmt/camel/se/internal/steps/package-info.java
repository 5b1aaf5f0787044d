/**
 * The steps that keep a state, wait, or make several messages of one. None of them holds a thread while it waits, and each
 * has bounds: what is above fails its own exchange, and is counted. All are our own instead of Camel's: those submit
 * everything at once, hold a thread while they wait, or remember without bound.
 *
 * <p>{@link org.esbmt.camel.se.internal.steps.UnitSteps} makes them from the model, for one service unit;
 * {@link org.esbmt.camel.se.internal.steps.SharedSteps} has what the units share.
 */
package org.esbmt.camel.se.internal.steps;
