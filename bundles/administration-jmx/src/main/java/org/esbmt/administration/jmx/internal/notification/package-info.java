/** Notifications of changes and of transactions in doubt, and the subscriptions to them. Called by {@code administration} and {@code connector}. */
package org.esbmt.administration.jmx.internal.notification;
