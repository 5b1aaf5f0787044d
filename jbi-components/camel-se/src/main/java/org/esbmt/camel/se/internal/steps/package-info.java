/**
 * The steps that keep a state, wait, or make several messages of one. None of them holds a thread while it waits. Each
 * has bounds: an exchange above one fails, and is counted. They replace Camel's own steps, which submit everything at
 * once, hold a thread while they wait, or remember without bound.
 *
 * <p>{@link org.esbmt.camel.se.internal.steps.UnitSteps} makes them from the model, for one service unit;
 * {@link org.esbmt.camel.se.internal.steps.SharedSteps} has what the units share.
 */
package org.esbmt.camel.se.internal.steps;
