/**
 * The registration of one MBean for each subject, while the services of the subject are there. No other package calls
 * it.
 */
package org.esbmt.administration.jmx.internal.administration;
