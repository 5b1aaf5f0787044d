package org.esbmt.management.api.message;

/** A message of administration; {@link MessageText} writes and reads it. */
public sealed interface ManagementMessage permits ManagementRequest, ManagementResponse, UnprocessableMessage {}
