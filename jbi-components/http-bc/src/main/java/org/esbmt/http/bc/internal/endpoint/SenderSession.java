package org.esbmt.http.bc.internal.endpoint;

import org.esbmt.message.security.api.Session;
import org.esbmt.message.security.api.SessionToken;

/**
 * The session under which a message is signed. Its answer is secured under the same.
 *
 * @param session opened from the token's identifier
 */
record SenderSession(Session session, SessionToken token) {}
