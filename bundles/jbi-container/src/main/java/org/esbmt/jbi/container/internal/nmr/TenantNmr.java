package org.esbmt.jbi.container.internal.nmr;

import org.apache.servicemix.nmr.api.Channel;
import org.apache.servicemix.nmr.api.internal.Flow;
import org.apache.servicemix.nmr.api.service.ServiceHelper;
import org.apache.servicemix.nmr.core.ServiceMix;
import org.apache.servicemix.nmr.core.StraightThroughFlow;
import org.esbmt.jbi.container.api.TenantBoundary;

/** ServiceMix's normalized message router, with the registries of this package. */
public final class TenantNmr extends ServiceMix {

    public TenantNmr(TenantBoundary boundary) {
        setExecutorFactory(new InlineExecutorFactory());
        setListenerRegistry(new CachedListenerRegistry());
        IndexedEndpointRegistry endpoints = new IndexedEndpointRegistry(this);
        setEndpointRegistry(endpoints);
        TenantFlowRegistry flows = new TenantFlowRegistry(boundary);
        flows.setRegistry(endpoints);
        flows.register(
                new StraightThroughFlow(), ServiceHelper.createMap(Flow.ID, StraightThroughFlow.class.getName()));
        setFlowRegistry(flows);
        init();
    }

    @Override
    public IndexedEndpointRegistry getEndpointRegistry() {
        return (IndexedEndpointRegistry) super.getEndpointRegistry();
    }

    /** Refused: a channel without a component would have no owner. */
    @Override
    public Channel createChannel() {
        throw new UnsupportedOperationException("exchanges are sent by components, through their delivery channels");
    }
}
