package org.esbmt.tenancy.authentication.internal;

import java.util.Arrays;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.StandardMBean;

/** The counters with the descriptions of their interface. */
final class DescribedCounters extends StandardMBean {
    DescribedCounters(TenantAuthenticationMXBean counters) {
        super(counters, TenantAuthenticationMXBean.class, true);
    }

    @Override
    protected String getDescription(MBeanInfo info) {
        return "How the authentication of messages is doing.";
    }

    @Override
    protected String getDescription(MBeanAttributeInfo attribute) {
        String getter = (attribute.isIs() ? "is" : "get") + attribute.getName();
        return Arrays.stream(TenantAuthenticationMXBean.class.getMethods())
                .filter(method ->
                        method.getName().equals(getter) && method.isAnnotationPresent(AttributeDescription.class))
                .findFirst()
                .map(method -> method.getAnnotation(AttributeDescription.class).value())
                .orElseGet(() -> super.getDescription(attribute));
    }
}
