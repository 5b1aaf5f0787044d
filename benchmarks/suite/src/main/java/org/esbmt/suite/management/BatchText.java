package org.esbmt.suite.management;

import java.util.List;

/** The XML of a batch that sets one quota. */
final class BatchText {
    private BatchText() {}

    static String of(String tenantId, String resource, List<Long> hards) {
        StringBuilder text = new StringBuilder("<batch xmlns=\"urn:esbmt:batch:1\">");
        for (long hard : hards) {
            text.append("<setQuota tenant=\"%s\" resource=\"%s\" hard=\"%d\"/>".formatted(tenantId, resource, hard));
        }
        return text.append("</batch>").toString();
    }
}
