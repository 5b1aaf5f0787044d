/** The registration of one MBean a subject, as long as the services of the subject are there. Nothing calls it. */
package org.esbmt.administration.jmx.internal.administration;
