/** The one entry to an operation, and the unit of work of a change: permission, audit, journal, commit, outcome on this node. Called by the packages of a subject. */
package org.esbmt.administration.internal.change;
