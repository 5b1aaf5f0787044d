/**
 * Endpoints between HTTP and the bus: a consumer makes an exchange of a request, a provider makes a call to a back end
 * of an exchange. The engine that holds ports, back ends and units is here. The container and the component call it.
 */
package org.esbmt.http.bc.internal.endpoint;
