/** Batches in XML, alone or with their archives as a form of several parts. */
package org.esbmt.administration.rest.internal.batch;
