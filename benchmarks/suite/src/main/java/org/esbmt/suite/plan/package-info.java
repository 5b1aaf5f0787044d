/** The windows of a run, before it begins. */
package org.esbmt.suite.plan;
