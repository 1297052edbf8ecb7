import { prepareImage } from "@/lib/media/prepare-image";
import { handleWorkerTask } from "@/store/base/run-in-worker";

// A thread of its own for what is computed of a picture: a photo of a phone keeps a page busy for a second.
handleWorkerTask(prepareImage);
